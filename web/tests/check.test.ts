import { expect, it, vi } from "vitest";
import { commitment } from "../src/check";

it("is what the engine committed to", async () => {
  // takujo.match.commitment(bytes(range(32)))
  expect(await commitment(Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, "0")).join(""))).toBe(
    "7aef7120bcb68b9ff4193ae94da77850e718b465d140abc4e6c9f00f26d0262e",
  );
});

it("says nothing where the browser cannot work it out", async () => {
  vi.stubGlobal("crypto", {});
  expect(await commitment("00")).toBeNull();
  vi.unstubAllGlobals();
});
