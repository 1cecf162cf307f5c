/** Cards fly from where they were to where they are. */

import type { Json } from "../board";
import { fly } from "../kit/motion";

export function animate(root: HTMLElement, all: Json[]): void {
  const news = all.slice(
    Math.max(
      0,
      all.findLastIndex((e) => e["type"] === "round_start"),
    ),
  );
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  const box = (selector: string) => find(selector)?.getBoundingClientRect();
  const spot = (at: number) => box(`[data-spot="${at}"]`);
  const drawn = news.findLastIndex((e) => e["type"] === "draw");
  const stops: (DOMRect | undefined)[] = drawn >= 0 ? [box("[data-deck]")] : [];
  const scale = true;
  let delay = 0;
  for (const [i, e] of news.entries()) {
    const type: string = e["type"];
    if (type === "offer" || type === "pass") {
      if (i < drawn) continue;
      stops.push(spot(e["seat"]));
    } else if (type === "discard" || type === "decline") {
      const from = type === "discard" ? box(`[data-card="s${e["seat"]}"]`) : spot(e["seat"]);
      fly(find(`[data-slot="${e["card"]}"]`), [from], { delay, scale });
    } else if (type === "take") {
      fly(find(`[data-card="s${e["seat"]}"]`), [spot(e["seat"])], { delay, scale });
      delay += 220;
    } else if (type === "deal") {
      const at = e["seat"] === null ? `d${e["dummy"]}` : `s${e["seat"]}`;
      fly(find(`[data-card="${at}"]`), [box("[data-deck]")], { delay, scale });
      delay += 40;
    } else if (type === "remove") {
      fly(find("[data-out]"), [box("[data-deck]")], { delay, scale });
    }
  }
  fly(find(".travel"), stops, { delay, scale });
}
