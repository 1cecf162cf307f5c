/** Movement that explains: things come from where they were, cards turn over. Nothing moves if `motion` is false. */

import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

type Source = DOMRect | Element | null | undefined;

/** Comes from another place of the table. */
export function from(
  node: Element,
  { motion, source, delay = 0 }: { motion: boolean; source: () => Source; delay?: number },
): TransitionConfig {
  const at = motion ? source() : null;
  if (!at) return { duration: 0 };
  const a = at instanceof Element ? at.getBoundingClientRect() : at;
  const b = node.getBoundingClientRect();
  const dx = a.x + a.width / 2 - b.x - b.width / 2;
  const dy = a.y + a.height / 2 - b.y - b.height / 2;
  return {
    delay,
    duration: 360,
    easing: cubicOut,
    css: (t, u) => `transform: translate(${u * dx}px, ${u * dy}px) rotate(${u * -12}deg); opacity: ${0.3 + 0.7 * t}`,
  };
}

/** Is turned over. */
export function turn(_: Element, { motion }: { motion: boolean }): TransitionConfig {
  return {
    duration: motion ? 380 : 0,
    easing: cubicOut,
    css: (_t, u) => `transform: perspective(400px) rotateY(${u * -100}deg)`,
  };
}

/** Is put down. */
export function drop(_: Element, { motion }: { motion: boolean }): TransitionConfig {
  return {
    duration: motion ? 300 : 0,
    easing: cubicOut,
    css: (t, u) => `transform: translateY(${u * -26}px) scale(${1 + u * 0.5}); opacity: ${t}`,
  };
}

const EASE = "cubic-bezier(.3,.1,.2,1)";
const LATEST = 700; // milliseconds: what comes last does not keep anyone waiting

/** Has flown here, from stop to stop; what was not drawn is left out. With `scale` it had the size of each stop. */
export function fly(
  el: HTMLElement | null | undefined,
  stops: (DOMRect | undefined)[],
  { delay = 0, hop = 330, scale = false }: { delay?: number; hop?: number; scale?: boolean } = {},
): void {
  const to = el?.getBoundingClientRect();
  if (!el || !to?.width) return;
  const frames = stops
    .filter((stop) => stop !== undefined)
    .map((stop) => {
      const [x, y] = [stop.x + stop.width / 2 - to.x - to.width / 2, stop.y + stop.height / 2 - to.y - to.height / 2];
      const size = (scale && stop.width / to.width) || 1;
      return { transform: `translate(${x}px, ${y}px) scale(${size})`, zIndex: 9 };
    });
  if (!frames.length) return;
  el.animate([...frames, { transform: "none", zIndex: 9 }], {
    duration: Math.min(3, frames.length) * hop,
    delay: Math.min(delay, LATEST),
    easing: EASE,
    fill: "backwards",
  });
}
