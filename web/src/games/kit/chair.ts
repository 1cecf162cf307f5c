/** What the parts of a board share: its properties, its words, and how something is chosen from one's chair. */

import type { Values } from "../../fluent";
import { same, type BoardProps, type Json } from "../board";

export type Say<Word extends string> = (word: Word, values?: Values) => string;

export class Chair<
  View extends object,
  Action extends object,
  Event extends object,
  Word extends string,
  Answers = Json,
> {
  constructor(private readonly given: () => BoardProps<View, Action, Event, Answers>) {}

  /** The board's own words, in the language of the moment. */
  readonly say: Say<Word> = (word, values) => this.props.text.say(word, values);

  /** As the frame gives them: they change while the board is there. */
  get props(): BoardProps<View, Action, Event, Answers> {
    return this.given();
  }

  /** What the rules say of the table as it is; undefined: not yet. */
  ask<Name extends keyof Answers & string>(question: Name, about?: Json): Answers[Name] | undefined {
    return this.props.ask(this.props.view, question, about);
  }

  /** May it help to remember and to reckon? */
  get aids(): boolean {
    return this.props.aids ?? true;
  }

  /** From whose chair the table is seen. */
  get home(): number {
    return this.props.seat ?? 0;
  }

  /** What can be chosen now. */
  get actions(): Action[] {
    return this.props.busy || this.props.review ? [] : this.props.legal;
  }

  isChosen(action: Action | null | undefined): boolean {
    return !!action && same(this.props.selected, action);
  }

  /** A click chooses, a second one takes back where there is another choice; Enter on what is chosen, or a double click, confirms. */
  act(e: MouseEvent, action: Action): void {
    const { select, confirm } = this.props;
    if (!this.isChosen(action)) select(action);
    else if (e.detail !== 1) confirm(action);
    else if (this.actions.length > 1) select(null);
  }

  /** Spread on a button that stands for an action. */
  choice(action: Action) {
    return { "aria-pressed": this.isChosen(action), onclick: (e: MouseEvent) => this.act(e, action) };
  }
}
