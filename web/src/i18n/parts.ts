/** The page's words in two parts, made when it is built: a first table does not wait for what only later pages say. */

const LATER = new RegExp(
  "^(about|account(?!-sign-in)|again|aim|calendar|cards(?!-(own|look)$)|challenge|check(?!-save)|coach(?!-table|-on-note)|" +
    "daily|device|history|invite|learn|luck|menu(?!-(notify|leave))|new(?!-(talk|aids)$)|option|patience|profile|" +
    "rating(?!-(table|note))|replay|result(?!-(show|winners|follow))|review(?!-(title|back|next|close))|" +
    "series(?!-(wins|number|tally|total))|spectators(?!-whose)|start|swap|takes|tell|turns|what-if|worth)-",
);
const OTHERS = /^(terminal|preview|push)-|^example-names$/; // the page never says it

const messages = (source: string): Map<string, string> =>
  new Map([...source.matchAll(/^([a-z][\w-]*) =.*\n(?:[ }].*\n)*/gm)].map(([text, key]) => [key!, text]));

/** What a catalogue lacks is said in the words of another one. */
export function parts(source: string, usual: string): { first: string; later: string } {
  const all = [...new Map([...messages(usual), ...messages(source)])].filter(([key]) => !OTHERS.test(key));
  const text = (later: boolean): string => all.map(([key, text]) => (LATER.test(key) === later ? text : "")).join("");
  return { first: text(false), later: text(true) };
}
