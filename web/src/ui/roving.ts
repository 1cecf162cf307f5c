/** Many small buttons in a [data-rove], one stop for Tab: the arrow keys go from one to the next. Returns the new stop. */
export function rove(e: KeyboardEvent, at: number): number {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
  const list = (e.currentTarget as HTMLElement).closest("[data-rove]")?.querySelectorAll("button");
  if (!step || !list) return at;
  e.preventDefault();
  const to = (at + step + list.length) % list.length;
  list[to]!.focus();
  return to;
}
