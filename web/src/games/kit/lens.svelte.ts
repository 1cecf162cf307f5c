/** Reading a card: on hover, focus or long press; a click keeps it open. `Lens.svelte` draws what is read. */

const WIDE = 330; // pixels, as in the style
const TALL = 190;
const HOVER = 250; // milliseconds
const PRESS = 450;

interface Place<Card> {
  card: Card;
  x: number;
  y: number;
  up: boolean;
  by: HTMLElement;
  kept: boolean;
}

export class Lens<Card> {
  at = $state.raw<Place<Card> | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private long = false;

  constructor(private readonly root: () => HTMLElement) {}

  open(card: Card, by: HTMLElement, kept = false): void {
    clearTimeout(this.timer);
    const box = by.getBoundingClientRect();
    const frame = this.root().getBoundingClientRect();
    const half = Math.min(WIDE / 2, frame.width / 2);
    const x = Math.min(frame.width - half, Math.max(half, box.x + box.width / 2 - frame.x));
    const shown = by.closest("main")?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
    const up = box.bottom + TALL > shown.bottom && box.y - shown.y > shown.bottom - box.bottom;
    this.at = { card, x, y: (up ? box.y - 6 : box.y + box.height + 6) - frame.y, up, by, kept };
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
  on(card: Card, act?: (e: MouseEvent) => void) {
    const by = (e: Event) => e.currentTarget as HTMLElement;
    return {
      onpointerenter: (e: PointerEvent) => {
        if (e.pointerType !== "mouse" || this.at?.kept) return;
        const el = by(e);
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.open(card, el), HOVER);
      },
      onpointerleave: () => this.leave(),
      onpointerdown: (e: PointerEvent) => {
        this.long = false;
        clearTimeout(this.timer);
        if (e.pointerType === "mouse") return;
        const el = by(e);
        this.timer = setTimeout(() => {
          this.long = true;
          this.open(card, el, true);
        }, PRESS);
      },
      onpointerup: () => {
        if (!this.long) clearTimeout(this.timer);
      },
      onpointercancel: () => clearTimeout(this.timer),
      oncontextmenu: (e: Event) => {
        if (this.long) e.preventDefault();
      },
      onfocus: (e: FocusEvent) => {
        if (by(e).matches(":focus-visible")) this.open(card, by(e));
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
        this.open(card, by(e), true);
        if (e.detail === 0) setTimeout(() => this.root().querySelector<HTMLElement>(".lens button")?.focus());
      },
    };
  }
}
