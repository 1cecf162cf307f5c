/** A place at the table in words, for those who do not see it. */

import { index, isDeciding, verdict, type Model } from "./model";
import type { Holder } from "./seats";
import type { Card, Chair } from "./types";

export const nameOf = ({ props, say }: Chair, holder: Holder): string =>
  "seat" in holder ? props.names(holder.seat) : say("dummy", { n: holder.dummy + 1 });

export function label(chair: Chair, m: Model, holder: Holder, card: Card): string {
  const { say, props } = chair;
  const parts = [nameOf(chair, holder), card === null ? say("back") : props.text.word(card)];
  if ("seat" in holder) {
    const { view, over } = m;
    const at = holder.seat;
    parts.push(say("sanity", { n: m.sanity[at]!.now }));
    if (!m.ended && view.phase !== "over") {
      if (at === view.parent) parts.push(say("parent"));
      if (view.on_table.includes(at)) parts.push(say("onTable"));
      if (isDeciding(m, at)) parts.push(say("turn"));
    }
    if (card === null && view.gate_clear.includes(at)) parts.push(say("clear"));
    if (over && m.winners.includes(at)) parts.push(say("winner"));
  }
  const result = verdict(m, holder);
  if (result) parts.push(say(result), ...(m.why[index(m, holder)] ?? []).map((reason) => say(`why-${reason}`)));
  return parts.join(", ");
}
