/** Cards fly from where they were to where they are. */

import { fly } from "../kit/motion";
import type { Event } from "./types";

export function animate(root: HTMLElement, all: Event[]): void {
  const news = all.slice(
    Math.max(
      0,
      all.findLastIndex((e) => e.type === "round_start"),
    ),
  );
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  const box = (selector: string) => find(selector)?.getBoundingClientRect();
  const spot = (at: number) => box(`[data-spot="${at}"]`);
  const drawn = news.findLastIndex((e) => e.type === "draw");
  const stops: (DOMRect | undefined)[] = drawn >= 0 ? [box("[data-deck]")] : [];
  const scale = true;
  let delay = 0;
  for (const [i, e] of news.entries()) {
    if (e.type === "offer" || e.type === "pass") {
      if (i < drawn) continue;
      stops.push(spot(e.seat));
    } else if (e.type === "discard" || e.type === "decline") {
      const from = e.type === "discard" ? box(`[data-card="s${e.seat}"]`) : spot(e.seat);
      fly(find(`[data-slot="${e.card}"]`), [from], { delay, scale });
    } else if (e.type === "take") {
      fly(find(`[data-card="s${e.seat}"]`), [spot(e.seat)], { delay, scale });
      delay += 220;
    } else if (e.type === "deal") {
      const at = e.seat === null ? `d${e.dummy}` : `s${e.seat}`;
      fly(find(`[data-card="${at}"]`), [box("[data-deck]")], { delay, scale });
      delay += 40;
    } else if (e.type === "remove") {
      fly(find("[data-out]"), [box("[data-deck]")], { delay, scale });
    }
  }
  fly(find(".travel"), stops, { delay, scale });
}
