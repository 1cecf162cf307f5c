import { expect, it, vi } from "vitest";

vi.stubGlobal("location", { pathname: "/" });
vi.stubGlobal("addEventListener", () => undefined);
const { parse } = await import("../src/router.svelte");

it("knows the pages", () => {
  expect(parse("/")).toEqual({ page: "home" });
  expect(parse("/about")).toEqual({ page: "about" });
  expect(parse("/new/in-the-ruin")).toEqual({ page: "new", game: "in-the-ruin" });
  expect(parse("/rules/ritual")).toEqual({ page: "rules", game: "ritual" });
  expect(parse("/t/ABC234")).toEqual({ page: "table", table: "ABC234" });
  expect(parse("/r/ABC234")).toEqual({ page: "replay", table: "ABC234" });
});

it("knows no others", () => {
  for (const path of ["/nowhere", "/t", "/t/", "/t/a/b", "/r", "/r/", "/new", "/rules", "/rules/a/b", "/about/us"])
    expect(parse(path)).toEqual({ page: "missing" });
});

it("takes escaped codes, and broken escapes for missing", () => {
  expect(parse("/t/a%20b")).toEqual({ page: "table", table: "a b" });
  expect(parse("/t/%E0%A4%A")).toEqual({ page: "missing" });
});
