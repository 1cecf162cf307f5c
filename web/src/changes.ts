/** What changes in a view: a `change` of the server, put on what we have, is a `state`. */

import type { ChangeMessage, StateMessage } from "./wire";

type View = NonNullable<StateMessage["view"]>;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? 0xedb88320 ^ (byte >>> 1) : byte >>> 1;
  return byte;
});

/** CRC-32 of a text in UTF-8. */
export function crc32(text: string): number {
  let rest = ~0;
  for (const byte of new TextEncoder().encode(text)) rest = TABLE[(rest ^ byte) & 255]! ^ (rest >>> 8);
  return ~rest >>> 0;
}

/** The state that a change leads to; null: it does not fit the view that we have. */
export function changed(before: View, message: ChangeMessage): StateMessage | null {
  const { changes, digest, stages, ...rest } = message;
  let view = before;
  const shown = stages.map(({ start, end, changes }) => ({ start, end, view: (view = { ...view, ...changes }) }));
  view = { ...view, ...changes };
  return crc32(JSON.stringify(view)) === digest ? { ...rest, type: "state", view, stages: shown } : null;
}
