import { beforeEach, describe, expect, it, vi } from "vitest";
import { lasting, Story } from "../src/story.svelte";
import type { StateMessage } from "../src/wire";

const PACE = 1000;
let seq = 0;

/** A state in which this has happened; each of `cuts` ends a stage. */
function state(happened: string[], cuts: number[] = [], more: Partial<StateMessage> = {}): StateMessage {
  seq += 1;
  const stages = cuts.map((end, i) => ({ start: cuts[i - 1] ?? 0, end, view: { seq, stage: i } }));
  const events = happened.map((type) => ({ type }));
  return { seq, view: { seq }, events, stages, legal: [], to_act: [1], ...more } as unknown as StateMessage;
}

const types = (events: { type?: unknown }[]): unknown[] => events.map(({ type }) => type);
const logged = (story: Story): unknown[] => types(story.log.slice(0, story.told));

describe("at a pace", () => {
  let story: Story;
  beforeEach(() => {
    vi.useFakeTimers();
    seq = 0;
    story = new Story(() => PACE);
    story.take(state(["deal"]), { anew: true });
  });

  it("what was before is not told", () => {
    expect([story.behind, story.speaking, story.fresh]).toEqual([false, false, []]);
    expect(logged(story)).toEqual(["deal"]);
  });

  it("one thing is told after the other, and the log does not run ahead of the table", () => {
    story.take(state(["a"]), {});
    story.take(state(["b"]), {});
    expect([story.event, story.stage!.view]).toEqual([{ type: "a" }, { seq: 2 }]);
    expect([logged(story), story.behind]).toEqual([["deal", "a"], true]);
    vi.advanceTimersByTime(PACE);
    expect([logged(story), story.behind]).toEqual([["deal", "a", "b"], false]);
    vi.advanceTimersByTime(PACE);
    expect(story.speaking).toBe(false);
  });

  it("what happens at once is said line by line", () => {
    story.take(state(["a", "b"]), {});
    expect([story.event, logged(story)]).toEqual([{ type: "a" }, ["deal", "a", "b"]]);
    vi.advanceTimersByTime(PACE);
    expect(story.event).toEqual({ type: "b" });
  });

  it("stages go by, the last one longer, then the table stands as it does now", () => {
    story.take(state(["a", "b", "c"], [1, 2]), {});
    expect([story.reading!.step, types(story.review!)]).toEqual([0, ["a"]]);
    expect(story.toAct).toEqual([]);
    vi.advanceTimersByTime(PACE);
    expect([story.reading!.step, types(story.review!), logged(story)]).toEqual([1, ["a", "b"], ["deal", "a", "b"]]);
    vi.advanceTimersByTime(PACE);
    expect(story.reading).not.toBeNull();
    vi.advanceTimersByTime(PACE);
    expect([story.reading, story.behind, story.event, story.toAct]).toEqual([null, false, { type: "c" }, [1]]);
  });

  it("a great moment has its time, and some to look behind its scene", () => {
    story.great = ({ events }) => events.filter(({ type }) => type === "gem");
    story.take(state(["a", "gem", "gem", "c", "d"], [1, 3, 4]), {});
    vi.advanceTimersByTime(PACE);
    expect([story.reading!.step, story.event]).toEqual([1, { type: "gem" }]);
    vi.advanceTimersByTime((lasting(2) + 1.5) * PACE - 1);
    expect(story.reading!.step).toBe(1);
    vi.advanceTimersByTime(1);
    expect(story.reading!.step).toBe(2);
  });

  it("what is quiet is in the log alone, unless there is nothing else", () => {
    story.quiet = ({ type }) => type === "quiet";
    story.take(state(["a", "quiet", "b"]), {});
    expect([story.event, logged(story)]).toEqual([{ type: "a" }, ["deal", "a", "quiet", "b"]]);
    vi.advanceTimersByTime(0.75 * PACE);
    expect(story.event).toEqual({ type: "b" });
    vi.advanceTimersByTime(PACE);
    story.take(state(["quiet"]), {});
    expect(story.event).toEqual({ type: "quiet" });
  });

  it("who decides reads each line half as long as it would be told, however many there are", () => {
    story.take(state(["a", "b", "c", "d", "e", "f", "g", "h"], [], { legal: [{}] }), {});
    expect(story.behind).toBe(false);
    vi.advanceTimersByTime(7 * 0.5 * PACE);
    expect([story.speaking, story.event]).toEqual([true, { type: "h" }]);
    vi.advanceTimersByTime(0.5 * PACE);
    expect(story.speaking).toBe(false);
  });

  it("nobody who decides is kept from it by what others do meanwhile", () => {
    story.take(state(["a"], [], { legal: [{}] }), {});
    story.take(state(["b"], [], { legal: [{}] }), {});
    expect([story.behind, story.speaking, logged(story)]).toEqual([false, true, ["deal", "a", "b"]]);
  });

  it("who turns the pages is waited for, and is told nothing twice", () => {
    story.take(state(["a", "b"], [1, 2]), {});
    vi.advanceTimersByTime(PACE);
    const { fresh } = story;
    story.read(0);
    vi.advanceTimersByTime(9 * PACE);
    expect([story.reading!.step, story.fresh]).toEqual([0, fresh]);
    story.close();
    expect(story.behind).toBe(false);
  });

  it("a decision does not wait for a pause after which nothing came", () => {
    story.take(state(["a", "b"], [1, 2], { legal: [{}] }), {});
    expect(story.reading!.stages).toHaveLength(1);
    story.close();
    expect([story.behind, story.event]).toEqual([false, { type: "b" }]);
  });

  it("who closes what is read, or skips, is told all of it", () => {
    story.take(state(["a", "b", "c"], [1, 2]), {});
    story.take(state(["d"]), {});
    story.close();
    expect(types(story.fresh)).toEqual(["b", "c", "d"]);
  });

  it("a decision waits for nothing: what is left can be skipped, and is told faster", () => {
    for (const type of ["a", "b", "c"]) story.take(state([type]), {});
    story.take(state(["d"], [], { legal: [{}] }), {});
    vi.advanceTimersByTime(PACE);
    vi.advanceTimersByTime(PACE / 2);
    expect(logged(story)).toEqual(["deal", "a", "b", "c"]);
    story.skip();
    expect([story.behind, logged(story)]).toEqual([false, ["deal", "a", "b", "c", "d"]]);
  });

  it("what I decide is shown at once", () => {
    story.take(state(["a"]), {});
    story.rest();
    story.take(state(["mine"]), { own: true });
    expect([story.behind, story.event]).toEqual([false, { type: "mine" }]);
  });

  it("states in which nothing is told take no time", () => {
    story.take(state(["a"]), {});
    story.take(state([]), {});
    story.take(state(["b"]), {});
    vi.advanceTimersByTime(PACE);
    expect(story.event).toEqual({ type: "b" });
  });

  it("whoever was away is not told for minutes", () => {
    for (let n = 0; n < 100; n++) story.take(state([`${n}`]), {});
    expect(story.told).toBeGreaterThan(70);
    vi.advanceTimersByTime(30 * PACE);
    expect(story.behind).toBe(false);
  });
});

it("at no pace the table is as it stands, but for where the engine pauses: there it waits at the end", () => {
  const story = new Story(() => 0);
  story.take(state([]), { anew: true });
  story.take(state(["a"]), {});
  expect(story.behind).toBe(false);
  story.take(state(["b", "c", "d"], [1, 2]), {});
  story.take(state(["e"]), {});
  expect([story.reading!.step, logged(story)]).toEqual([1, ["a", "b", "c"]]);
  story.close();
  expect([story.behind, logged(story)]).toEqual([false, ["a", "b", "c", "d", "e"]]);
  story.again([{ events: [], view: {} }]);
  expect(story.behind).toBe(true);
  story.close();
  expect(story.behind).toBe(false);
});
