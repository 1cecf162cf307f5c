/** What can be taken along from a table: its record, and what this browser kept of its own seat. */

import { api } from "../api";
import type { Ticket } from "../keep.svelte";
import type { TableInfo } from "../wire";

type Place = Pick<TableInfo, "game" | "code">;

export const fileOf = ({ game, code }: Place): string => `${game}-${code}.json`;
export const mineOf = ({ game, code }: Place): string => `${game}-${code}-mine.json`;

export async function download(info: TableInfo, token: string | null): Promise<void> {
  save(fileOf(info), await api.record(info.id, token));
}

/** For `takujo verify --mine`. */
export function downloadMine(ticket: Ticket): void {
  save(mineOf(ticket), { table: ticket.table, ...ticket.proof });
}

function save(name: string, content: unknown): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(content)], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
