/** The record of a table as a file. */

import { api } from "../api";
import type { TableInfo } from "../wire";

export const fileOf = (info: TableInfo): string => `${info.game}-${info.code}.json`;

export async function download(info: TableInfo, token: string | null): Promise<void> {
  const record = await api.record(info.id, token);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
  link.download = fileOf(info);
  link.click();
  URL.revokeObjectURL(link.href);
}
