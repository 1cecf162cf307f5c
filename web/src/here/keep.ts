/** Tables of this browser, kept in its database. */

import type { Kept } from "./table";

const STORE = "tables";

/** As it was kept when only one person played. */
type Older = Omit<Kept, "names" | "notes" | "seen"> & { name: string; notes: string };

function whole(kept: Kept | Older | undefined): Kept | undefined {
  if (!kept || !("name" in kept)) return kept;
  const { name, notes, ...rest } = kept;
  const mine = (text: string): string[] => kept.levels.map((level) => (level === null ? text : ""));
  return { ...rest, names: mine(name), notes: mine(notes as string), seen: kept.levels.map(() => 0) };
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("takujo", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function done<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const turn = database.transaction(STORE, mode);
      const request = work(turn.objectStore(STORE));
      turn.oncomplete = () => resolve(request.result);
      turn.onerror = turn.onabort = () => reject(turn.error);
    });
  } finally {
    database.close();
  }
}

export const keep = (table: Kept): Promise<unknown> => done("readwrite", (store) => store.put(table));
export const find = async (id: string): Promise<Kept | undefined> =>
  whole(await done<Kept | Older | undefined>("readonly", (store) => store.get(id)));
export const remove = (id: string): Promise<unknown> => done("readwrite", (store) => store.delete(id));
export const all = async (): Promise<Kept[]> =>
  (await done<(Kept | Older)[]>("readonly", (store) => store.getAll())).map((kept) => whole(kept)!);
