/** Questions of boards about the views that they draw: answered by the engine in a worker, or by the server where the page
 * has none. All that is asked at once about a view goes together, and what is known stays with the view. */

import { sender, type Send } from "./ask";
import type { Question } from "./engine/answers";
import type { JsonObject } from "./engine/description";
import type { Ask, Json } from "./games/board";

interface Due extends Question {
  view: Json;
  seat: number | null;
  key: string;
}

export class Answers {
  private answered = $state(0);
  private readonly known = new WeakMap<Json, Record<string, unknown>>(); // undefined: under way
  private due: Due[] = [];

  constructor(private readonly send: Send) {}

  /** As a seat asks; null: a spectator. */
  by(seat: number | null): Ask {
    return (view, ask, about = {}) => {
      const known = this.known.get(view) ?? {};
      this.known.set(view, known);
      const key = JSON.stringify([seat, ask, about]);
      if (!(key in known)) {
        known[key] = undefined;
        if (!this.due.length) queueMicrotask(() => this.sendAll());
        this.due.push({ view, seat, ask, about: about as JsonObject, key });
      }
      const answer = known[key];
      if (answer === undefined) void this.answered; // look again when something is
      return answer;
    };
  }

  private sendAll(): void {
    while (this.due.length) {
      const { view, seat } = this.due[0]!;
      const isTogether = (each: Due) => each.view === view && each.seat === seat;
      void this.sendSome(view, seat, this.due.filter(isTogether));
      this.due = this.due.filter((each) => !isTogether(each));
    }
  }

  private async sendSome(view: Json, seat: number | null, due: Due[]): Promise<void> {
    const questions = due.map(({ ask, about }) => ({ ask, about }));
    const answers = await this.send(view, seat, questions).catch(() => null);
    const known = this.known.get(view)!;
    answers?.forEach((answer, i) => (known[due[i]!.key] = answer));
    if (answers) this.answered++;
  }
}

const kept: Record<string, Answers> = {};

/** Those of a title; `table`: one that brings its own cards, which only the server has. */
export const answersOf = (game: string, table: string | null = null): Answers =>
  (kept[`${game} ${table}`] ??= new Answers(sender(game, table)));
