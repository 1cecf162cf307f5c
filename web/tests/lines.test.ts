import { expect, it } from "vitest";

const MOST = 400;
const sources = import.meta.glob<string>("../src/**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });
/** Made by a machine, or nothing but sentences. */
const EXCEPT = /\.gen\.ts$/;

it("no source of the page is too long to be read in one sitting", () => {
  const long = Object.entries(sources)
    .filter(([path]) => !EXCEPT.test(path))
    .map(([path, text]) => [path, text.split("\n").length - 1] as const)
    .filter(([, lines]) => lines > MOST);
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  expect(long).toEqual([]);
});
