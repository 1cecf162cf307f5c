/** At the table: this browser notes what is bound, then shows its part of the shuffle, and keeps the receipt. */

import { api } from "./api";
import { boundAt, mayReveal } from "./check";
import { tickets, type Ticket } from "./keep.svelte";
import type { Table } from "./table.svelte";
import type { TableInfo } from "./wire";

const asking = new Set<string>();

export function attend(table: Table, info: TableInfo, ticket: Ticket): void {
  const { proof } = ticket;
  if (!proof || !info.deal) return;
  if (info.deal.awaited.includes(proof.seat)) {
    const now = boundAt(info);
    if (!mayReveal(proof, now)) return;
    if (!proof.seen) tickets.prove(ticket.table, { seen: now });
    table.reveal(proof.entropy, () => tickets.prove(ticket.table, { revealed: true }));
  } else if (info.status !== "waiting" && !proof.receipt) {
    void receive(ticket);
  }
}

async function receive({ table, token }: Ticket): Promise<void> {
  if (asking.has(table)) return;
  asking.add(table);
  try {
    tickets.prove(table, { receipt: await api.deal(table, token) });
  } catch {
    // asked again with the next change of the table
  } finally {
    asking.delete(table);
  }
}
