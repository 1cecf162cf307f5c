/** What somebody notes for themselves: it lies with their seat on the server, so that it is there in another browser, too. */

import { api, Refused } from "./api";

const PAUSE = 1500; // milliseconds after the last letter
const AGAIN = 4000; // after a failure
export const LONGEST = 4000; // characters

export class Notes {
  text = $state("");
  /** null: not read yet. */
  state = $state<"saved" | "changed" | "failed" | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = false;

  constructor(
    private readonly table: string,
    private readonly token: string,
  ) {}

  /** Read them, once. */
  open(): void {
    if (!this.asked) void this.read();
    this.asked = true;
  }

  write(text: string): void {
    this.text = text;
    this.state = "changed";
    this.later(PAUSE, this.save);
  }

  /** What is not saved yet, now. */
  save = async (): Promise<void> => {
    clearTimeout(this.timer);
    if (this.state !== "changed" && this.state !== "failed") return;
    const text = this.text;
    try {
      await api.setNotes(this.table, this.token, { text });
      if (text === this.text) this.state = "saved";
    } catch (error) {
      this.state = "failed";
      this.again(error, this.save);
    }
  };

  private async read(): Promise<void> {
    try {
      this.text = (await api.notes(this.table, this.token)).text;
      this.state = "saved";
    } catch (error) {
      this.again(error, () => void this.read());
    }
  }

  /** Not when the seat is no longer ours, or the table is gone. */
  private again(error: unknown, work: () => void): void {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 0 || error.status === 429 || error.status >= 500) this.later(AGAIN, work);
  }

  private later(ms: number, work: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(work, ms);
  }
}
