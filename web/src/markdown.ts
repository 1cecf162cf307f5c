/** The small and safe part of Markdown that the guides are written in: paragraphs, "- " lists, **bold**. */

export type Span = { bold: boolean; text: string };
export type Block = { kind: "paragraph"; spans: Span[] } | { kind: "list"; items: Span[][] };

export function spans(text: string): Span[] {
  return text
    .split("**")
    .map((part, i) => ({ bold: i % 2 === 1, text: part }))
    .filter((span) => span.text);
}

export function parse(markdown: string): Block[] {
  const blocks: Block[] = [];
  let list: Span[][] | null = null;
  for (const line of markdown.split("\n").map((line) => line.trim())) {
    if (line.startsWith("- ")) {
      if (!list) blocks.push({ kind: "list", items: (list = []) });
      list.push(spans(line.slice(2)));
      continue;
    }
    list = null;
    if (line) blocks.push({ kind: "paragraph", spans: spans(line) });
  }
  return blocks;
}
