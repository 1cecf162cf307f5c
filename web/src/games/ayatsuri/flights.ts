/** What moved comes from where it was. */

import { fly } from "../kit/motion";
import type { Event } from "./table";

export function animate(root: HTMLElement, news: Event[]): void {
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  const card = (at: number) => `[data-at="s${at}"]`;
  const send = (what: HTMLElement | null, from: HTMLElement | null) => {
    if (what !== from) fly(what, [from?.getBoundingClientRect()], { delay, hop: 360 });
  };
  let delay = 0;
  for (const e of news) {
    if (e.type === "pass_hand") send(find(card(e.to)), find(card(e.seat)));
    else if (e.type === "kill" || e.type === "pay") {
      const [from, to] = e.type === "kill" ? [e.target, e.by] : [e.seat, e.to];
      const chips = find(`[data-chips="${to}"]`);
      send(find(`[data-chips="${to}"] .kill:last-of-type`) ?? chips, find(`[data-chips="${from}"]`));
      delay += 150;
    } else if (e.type === "bomb_hand") send(find(`[data-bomb="${e.to}"]`), find(card(e.seat)));
    else if (e.type === "marker") send(find(".crown"), find(card(e.previous)));
  }
}
