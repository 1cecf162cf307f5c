import { expect, test, vi } from "vitest";
import type { BoardProps } from "../board";
import { Words } from "../../text";
import { Chair } from "./chair";
import { around, change, first, numbers, signed } from "./table";

type Action = { type: string };
const [a, b] = [{ type: "a" }, { type: "b" }];
const click = (detail: number) => ({ detail }) as MouseEvent;

function chair(changes: Partial<BoardProps<object, Action>>) {
  const props = { legal: [a, b], selected: null, busy: false, review: null, text: words("en"), seat: 2, ...changes };
  const given = { ...props, select: vi.fn(), confirm: vi.fn() } as unknown as BoardProps<object, Action>;
  return { given, chair: new Chair(() => given) };
}

const TABLES = {
  catalogues: { en: "board-hello = Hello { $name }", ja: "board-hello = { $name }さん" },
  ...{
    guide: [],
    words: {},
    seats: [],
    seat_lists: [],
    by_seat: [],
    lines: [],
    by_player: [],
    outcomes: {},
    numbers: {},
    facts: {},
  },
};
const words = (lang: string): Words => new Words(TABLES, lang, String);

test("a click chooses, another takes back; Enter or a double click on what is chosen confirms", () => {
  const free = chair({});
  free.chair.choice(a).onclick(click(1));
  expect(free.given.select).toHaveBeenCalledWith(a);
  const chosen = chair({ selected: { type: "a" } });
  expect([chosen.chair.choice(a)["aria-pressed"], chosen.chair.choice(b)["aria-pressed"]]).toEqual([true, false]);
  chosen.chair.act(click(1), a);
  expect(chosen.given.select).toHaveBeenCalledWith(null);
  chosen.chair.act(click(0), a);
  chosen.chair.act(click(2), a);
  expect(chosen.given.confirm).toHaveBeenCalledTimes(2);
});

test("what is chosen because it is alone is not taken back by a click", () => {
  const alone = chair({ legal: [a], selected: { type: "a" } });
  alone.chair.act(click(1), a);
  expect(alone.given.select).not.toHaveBeenCalled();
  alone.chair.act(click(2), a);
  expect(alone.given.confirm).toHaveBeenCalledWith(a);
});

test("nothing can be chosen while an answer is awaited or a round is read", () => {
  expect(chair({}).chair.actions).toEqual([a, b]);
  expect(chair({ busy: true }).chair.actions).toEqual([]);
  expect(chair({ review: [] }).chair.actions).toEqual([]);
});

test("it helps unless told not to, and speaks the language of the moment", () => {
  const { chair: here, given } = chair({});
  expect([here.aids, chair({ aids: false }).chair.aids]).toEqual([true, false]);
  expect([here.home, chair({ seat: null }).chair.home]).toEqual([2, 0]);
  expect(here.say("hello", { name: "Aki" })).toBe("Hello Aki");
  given.text = words("ja");
  expect(here.say("hello", { name: "アキ" })).toBe("アキさん");
});

test("what is read off events", () => {
  expect(around(2, 4)).toEqual([2, 3, 0, 1]);
  expect(first([a, b, { type: "b", n: 1 }], "c", "b")).toBe(b);
  expect(numbers({ seat: 0, failed: [1, 2], to: null, card: "x" }, "seat", "to", "failed", "card")).toEqual([0, 1, 2]);
  expect(numbers<{ seat: number }>(null, "seat")).toEqual([]);
  expect([signed(-3), signed(3), change(3), change(-3), change(0)]).toEqual(["−3", "3", "+3", "−3", "0"]);
});
