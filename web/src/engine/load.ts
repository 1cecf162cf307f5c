/** The titles that the page has an engine for, and how one is loaded: in a worker, or in Node. */

import type { Script } from "./description";
import { Title } from "./title";

/** The files of one title: their names say what is in them. */
export interface Files {
  rules: string;
  script: string;
}

/** `engine/index.json`. A server names only engines made of the very rules it plays by. */
export type Index = Record<string, Files>;

export async function titleOf(rules: BufferSource, script: Script): Promise<Title> {
  const { instance } = await WebAssembly.instantiate(rules);
  return new Title(instance, script);
}

/** The files of a title in the folder at this address; null where the page has no engine for it. */
export async function filesOf(game: string, folder: URL): Promise<Files | null> {
  const index = await fetch(new URL("index.json", folder));
  return index.ok ? (((await index.json()) as Index)[game] ?? null) : null;
}

export async function titleAt({ rules, script }: Files, folder: URL): Promise<Title> {
  const [code, loaded] = await Promise.all([
    fetch(new URL(rules, folder)).then((answer) => {
      if (!answer.ok) throw new Error(`${rules}: ${answer.status}`);
      return answer.arrayBuffer();
    }),
    import(/* @vite-ignore */ new URL(script, folder).href) as Promise<Script>,
  ]);
  return titleOf(code, loaded);
}

/** A title from the folder at this address; null where the page has no engine for it. */
export async function fetchTitle(game: string, folder: URL): Promise<Title | null> {
  const files = await filesOf(game, folder);
  return files && titleAt(files, folder);
}

/** What a title says of itself, from the folder at this address; null where the page has no engine for it. */
export async function fetchScript(game: string, folder: URL): Promise<Script | null> {
  const files = await filesOf(game, folder);
  return files && ((await import(/* @vite-ignore */ new URL(files.script, folder).href)) as Script);
}
