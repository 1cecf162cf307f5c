/// <reference types="vitest/config" />
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, loadEnv, type Plugin } from "vite";
import { parts } from "./src/i18n/parts";

const server = loadEnv("", ".", "TAKUJO")["TAKUJO"] ?? "http://127.0.0.1:8710"; // `npm run dev` asks this one

const SHOWN = ["/favicon.svg", "/icon-192.png", "/icon-512.png", "/manifest.webmanifest"]; // of public/: what an installed page shows

/** The service worker is told the page's files; another page makes it another worker. */
const keeper: Plugin = {
  name: "keeper",
  apply: "build",
  enforce: "post",
  generateBundle(_, bundle) {
    const { "index.html": index, "sw.js": worker, ...rest } = bundle;
    if (index?.type !== "asset" || worker?.type !== "chunk") throw new Error("the page or its worker was not built");
    const files = [...Object.keys(rest).map((name) => `/${name}`), ...SHOWN].sort();
    const version = bytesToHex(sha256(utf8ToBytes(JSON.stringify([files, String(index.source)])))).slice(0, 12);
    worker.code = `const BUILT=${JSON.stringify({ version, files })};${worker.code}`;
  },
};

/** A catalogue of the page's words is asked for in two parts. */
const words: Plugin = {
  name: "words",
  async load(id) {
    const [, folder, part] = /^(.*[/\\])[\w-]+\.ftl\?(first|later)$/.exec(id) ?? [];
    if (!part) return null;
    const read = (file: string): Promise<string> => this.fs.readFile(file, { encoding: "utf8" });
    const [own, usual] = await Promise.all([read(id.split("?")[0]!), read(`${folder}en.ftl`)]);
    return `export default ${JSON.stringify(parts(own, usual)[part as "first" | "later"])}`;
  },
};

export default defineConfig({
  plugins: [svelte(), keeper, words],
  worker: { format: "es" },
  build: {
    outDir: "../src/takujo/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows files of our own only
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: "index.html", sw: "src/sw.js" },
      output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } }, fs: { allow: [".."] } }, // the words lie outside
  test: { include: ["{src,tests}/**/*.test.ts"] },
});
