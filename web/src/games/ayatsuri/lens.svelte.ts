/** Reading a card: on hover, focus or long press; a click keeps it open. */

export interface Place {
  role: number;
  x: number;
  y: number;
  up: boolean;
  by: HTMLElement;
  kept: boolean;
}

export class Lens {
  at = $state.raw<Place | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private long = false;

  constructor(private readonly root: () => HTMLElement) {}

  open(role: number, by: HTMLElement, kept = false): void {
    clearTimeout(this.timer);
    const box = by.getBoundingClientRect();
    const frame = this.root().getBoundingClientRect();
    const half = Math.min(165, frame.width / 2);
    const x = Math.min(frame.width - half, Math.max(half, box.x + box.width / 2 - frame.x));
    const up = box.y + box.height + 190 > innerHeight && box.y > 190;
    this.at = { role, x, y: (up ? box.y - 6 : box.y + box.height + 6) - frame.y, up, by, kept };
  }

  close(wait = 0): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.at = null), wait);
  }

  escape(): void {
    if (this.at?.kept) this.at.by.focus();
    this.close(); // after the focus, which would open it again
  }

  stay(): void {
    clearTimeout(this.timer);
  }

  leave(): void {
    if (!this.at?.kept) this.close(180);
  }

  outside(target: Element): void {
    if (this.at?.kept && !target.closest(".lens") && !this.at.by.contains(target)) this.close();
  }

  /** Spread on a button; `act`: what a click does, instead of reading. */
  on(role: number, act?: (e: MouseEvent) => void) {
    const by = (e: Event) => e.currentTarget as HTMLElement;
    return {
      onpointerenter: (e: PointerEvent) => {
        if (e.pointerType !== "mouse" || this.at?.kept) return;
        const el = by(e);
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.open(role, el), 250);
      },
      onpointerleave: () => this.leave(),
      onpointerdown: (e: PointerEvent) => {
        this.long = false;
        clearTimeout(this.timer);
        if (e.pointerType === "mouse") return;
        const el = by(e);
        this.timer = setTimeout(() => {
          this.long = true;
          this.open(role, el, true);
        }, 450);
      },
      onpointerup: () => {
        if (!this.long) clearTimeout(this.timer);
      },
      onpointercancel: () => clearTimeout(this.timer),
      oncontextmenu: (e: Event) => {
        if (this.long) e.preventDefault();
      },
      onfocus: (e: FocusEvent) => {
        if (by(e).matches(":focus-visible")) this.open(role, by(e));
      },
      onblur: () => this.leave(),
      onclick: (e: MouseEvent) => {
        const long = this.long;
        this.long = false;
        if (act) {
          if (long) return;
          this.close();
          return act(e);
        }
        if (this.at?.kept && this.at.by === by(e) && !long) return this.close();
        this.open(role, by(e), true);
        if (e.detail === 0) setTimeout(() => this.root().querySelector<HTMLElement>(".lens button")?.focus());
      },
    };
  }
}
