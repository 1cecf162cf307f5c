/** At the table: this browser notes what is bound, then shows its part of the shuffle, and keeps the receipt. */

import { api } from "./api";
import { bound, boundAt, commit, mayReveal } from "./check";
import { tickets, type Ticket } from "./keep.svelte";
import type { Table } from "./table.svelte";
import type { TableInfo } from "./wire";

const asking = new Set<string>();

export function attend(table: Table, info: TableInfo, ticket: Ticket): void {
  const { proof } = ticket;
  if (table.refusal?.code === "committed") {
    table.refusal = null; // another device of ours was quicker: the part of the shuffle is there
    return tickets.change(ticket.table, { proof: undefined });
  }
  if (table.seat !== null && table.seat !== ticket.seat) return follow(table, info, ticket, table.seat);
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

/** The host has had us sit elsewhere: our part of the shuffle is bound to the new seat, if we have not shown it yet. */
function follow(table: Table, info: TableInfo, ticket: Ticket, seat: number): void {
  const proof = ticket.proof?.seen ? ticket.proof : commit(seat);
  tickets.change(ticket.table, { seat, ...(ticket.proof && { proof }) });
  if (ticket.proof && !proof.seen && info.status === "waiting")
    table.say({ type: "commit", commitment: bound(seat, proof.entropy) });
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
