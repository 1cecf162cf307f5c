/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, loadEnv } from "vite";

const server = loadEnv("", ".", "TAKUJO")["TAKUJO"] ?? "http://127.0.0.1:8710"; // `npm run dev` asks this one

export default defineConfig({
  plugins: [svelte()],
  worker: { format: "es" },
  build: {
    outDir: "../src/takujo/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows files of our own only
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true } }, fs: { allow: [".."] } }, // the words lie outside
  test: { include: ["{src,tests}/**/*.test.ts"] },
});
