import { afterEach, expect, it, vi } from "vitest";
import { api, Refused } from "../src/api";
import { sender } from "../src/ask";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("the questions of a whole match go to the server a few at a time, and wait where it is too much", async () => {
  vi.useFakeTimers();
  let [under, most, asked] = [0, 0, 0];
  vi.spyOn(api, "ask").mockImplementation(async (_, { view }) => {
    most = Math.max(most, ++under);
    await Promise.resolve();
    under--;
    if (++asked % 50 === 0) throw new Refused({ code: "too-many", reason: "" }, 429);
    return { answers: [view["n"]] };
  });
  const send = sender("ritual", "a table with its own cards");
  const answers = Promise.all(Array.from({ length: 200 }, (_, n) => send({ n }, null, [{ ask: "score", about: {} }])));
  await vi.runAllTimersAsync();
  expect(await answers).toEqual(Array.from({ length: 200 }, (_, n) => [n]));
  expect(most).toBe(4);
});

it("one that is always too much is given up, and those behind it are asked", async () => {
  vi.useFakeTimers();
  vi.spyOn(api, "ask").mockImplementation(async (_, { view }) => {
    if (view["n"] === 0) throw new Refused({ code: "too-many", reason: "" }, 429);
    return { answers: [view["n"]] };
  });
  const send = sender("ritual", "a table with its own cards");
  const answers = Promise.allSettled([0, 1, 2, 3, 4].map((n) => send({ n }, null, [{ ask: "score", about: {} }])));
  await vi.runAllTimersAsync();
  expect((await answers).map(({ status }) => status)).toEqual(["rejected", ...Array<string>(4).fill("fulfilled")]);
});
