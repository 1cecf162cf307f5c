/** Who is signed in, and what their devices share: seats, name, sign and settings. Nobody need be. */

import { api, Refused } from "./api";
import { isHere } from "./here";
import { i18n } from "./i18n/index.svelte";
import { prefs, tickets, type Ticket } from "./keep.svelte";
import type { Account, Profile } from "./wire";

const KEY = "account"; // since when this browser is signed in: without it nobody is asked
const SHARED = ["theme", "motion", "pace", "confirm", "hinted"] as const; // what fits every device
const LATER = 1000; // milliseconds after a change of settings

class Mine {
  info = $state.raw<Account | null>(null);
  private since = $state(Number(localStorage.getItem(KEY)) || 0);
  private told = ""; // the profile, as the server has it
  private timer = 0;

  constructor() {
    tickets.removed = (ticket) => {
      if (ticket.account) void api.forgetSeat(ticket.table).catch(() => undefined);
    };
  }

  /** Somebody has signed in, or was. */
  get here(): boolean {
    return this.since > 0;
  }

  async begin(): Promise<void> {
    if (!this.since) return;
    try {
      await this.enter(await api.account());
    } catch (error) {
      if (error instanceof Refused && error.status === 401) this.leave(); // from elsewhere, or by time
    }
  }

  /** Signed in: what this device shows is what the others show. */
  async enter(info: Account): Promise<void> {
    if (!this.since) {
      this.since = Date.now();
      localStorage.setItem(KEY, String(this.since));
    }
    this.info = info;
    const { lang, ...settings } = info.settings as { lang?: string };
    this.told = "";
    prefs.set({ ...settings, name: info.name || prefs.all.name, face: info.face ?? prefs.all.face });
    if (lang && lang !== i18n.lang) await i18n.set(lang);
    this.told = JSON.stringify(this.profile());
    await this.sync();
  }

  /** What this browser holds for the account goes with it; seats of a guest stay. */
  leave(): void {
    localStorage.removeItem(KEY);
    tickets.drop((ticket) => ticket.account === true);
    [this.info, this.since] = [null, 0];
  }

  /** The account is no more: its seats here are a guest's again. */
  end(): void {
    tickets.free();
    this.leave();
  }

  /** Seats of this browser that are no account's. */
  get guests(): Ticket[] {
    return tickets.all.filter(
      (ticket) => !ticket.account && ticket.seat !== null && !isHere(`/api/tables/${ticket.table}`),
    );
  }

  /** Those that were taken since the sign-in. */
  get fresh(): Ticket[] {
    return this.guests.filter((ticket) => ticket.at >= this.since);
  }

  /** Seats taken since the sign-in become the account's, or all; and those of other devices come here. */
  async sync(all = false): Promise<void> {
    const fresh = all ? this.guests : this.fresh;
    const known = tickets.all.filter((ticket) => ticket.account);
    try {
      const named = [...fresh, ...known].slice(0, 30).map(({ table, token }) => ({ table, token }));
      const { mine, others } = await api.syncSeats(named);
      for (const table of mine) if (!tickets.find(table)?.account) tickets.change(table, { account: true });
      tickets.merge(others.map((seat) => ({ ...seat, account: true })));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status === 401) this.leave();
    }
  }

  private profile(): Profile {
    const { name, face } = prefs.all;
    const settings = Object.fromEntries(SHARED.map((key) => [key, prefs.all[key]]));
    return { name, face, settings: { ...settings, lang: i18n.lang } };
  }

  /** Name, sign and settings as they are here now: for the other devices. */
  share(): void {
    const profile = this.profile();
    const now = JSON.stringify(profile);
    if (!this.info || !this.told || now === this.told) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.told = now;
      if (this.info) this.info = { ...this.info, name: profile.name ?? "", face: profile.face ?? null };
      void api.setProfile(profile).catch(() => undefined);
    }, LATER);
  }
}

export const account = new Mine();
