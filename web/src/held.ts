/** A table that is looked at anew is drawn anew: what had the keyboard's focus has it again, by its name in `data-held`. */

let held: string | undefined;

/** To be called before. */
export const hold = (): void => {
  held = (document.activeElement as HTMLElement | null)?.dataset["held"];
};

/** The new one of that name takes it over. */
export const resume = (control: HTMLElement): void => {
  if (held === undefined || control.dataset["held"] !== held) return;
  held = undefined;
  control.focus();
};
