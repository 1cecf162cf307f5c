/** The titles that the page has an engine for, and how one is loaded: in a worker, or in Node. */

import type { Script } from "./description";
import { Title } from "./title";

/** `engine/index.json`: the files of each title. */
export type Index = Record<string, { rules: string; script: string }>;

export async function titleOf(rules: BufferSource, script: Script): Promise<Title> {
  const { instance } = await WebAssembly.instantiate(rules);
  return new Title(instance, script);
}

/** A title from the folder at this address; null where the page has no engine for it. */
export async function fetchTitle(game: string, folder: URL): Promise<Title | null> {
  const index = await fetch(new URL("index.json", folder));
  if (!index.ok) return null;
  const files = ((await index.json()) as Index)[game];
  if (!files) return null;
  const [rules, script] = await Promise.all([
    fetch(new URL(files.rules, folder)).then((answer) => answer.arrayBuffer()),
    import(/* @vite-ignore */ new URL(files.script, folder).href) as Promise<Script>,
  ]);
  return titleOf(rules, script);
}
