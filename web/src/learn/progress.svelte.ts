/** How far this browser's owner has come: the scenes of lessons that are done. */

const KEY = "lessons";

function read(): Record<string, string[]> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "null") as Record<string, string[]> | null) ?? {};
  } catch {
    return {};
  }
}

class Progress {
  private all = $state.raw(read());

  done(game: string): string[] {
    return this.all[game] ?? [];
  }

  add(game: string, scene: string): void {
    if (this.done(game).includes(scene)) return;
    this.all = { ...this.all, [game]: [...this.done(game), scene] };
    localStorage.setItem(KEY, JSON.stringify(this.all));
  }
}

export const progress = new Progress();
