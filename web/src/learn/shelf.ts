/** What was worked out about matches, kept in the browser: of the last few. */

const KEPT = 12; // matches

export class Shelf<T extends { key: string }> {
  constructor(private readonly name: string) {}

  private get all(): T[] {
    try {
      return (JSON.parse(localStorage.getItem(this.name) ?? "null") as T[] | null) ?? [];
    } catch {
      return [];
    }
  }

  of(key: string): T | undefined {
    return this.all.find((each) => each.key === key);
  }

  put(what: T): void {
    const others = this.all.filter(({ key }) => key !== what.key);
    for (let kept = [what, ...others].slice(0, KEPT); kept.length; kept = kept.slice(0, kept.length >> 1)) {
      try {
        localStorage.setItem(this.name, JSON.stringify(kept));
        return;
      } catch {
        continue; // there is little room
      }
    }
  }
}
