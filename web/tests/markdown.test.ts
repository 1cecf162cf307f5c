import { expect, it } from "vitest";
import { parse, spans } from "../src/markdown";

it("marks bold runs", () => {
  expect(spans("a **b** c")).toEqual([
    { bold: false, text: "a " },
    { bold: true, text: "b" },
    { bold: false, text: " c" },
  ]);
});

it("keeps markup of HTML as text", () => {
  expect(spans("<img src=x onerror=alert(1)>")).toEqual([{ bold: false, text: "<img src=x onerror=alert(1)>" }]);
});

it("tells paragraphs and lists apart", () => {
  const blocks = parse("\nOne.\n\n- a\n- **b**\n\nTwo.\n- c\n");
  expect(blocks.map((block) => block.kind)).toEqual(["paragraph", "list", "paragraph", "list"]);
  expect(blocks[1]).toEqual({
    kind: "list",
    items: [[{ bold: false, text: "a" }], [{ bold: true, text: "b" }]],
  });
});

it("of nothing is nothing", () => {
  expect(parse("\n \n")).toEqual([]);
});
