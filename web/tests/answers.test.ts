import { describe, expect, it } from "vitest";
import { Answers } from "../src/answers.svelte";
import type { Send } from "../src/ask";
import type { Json } from "../src/games/board";

const settled = () => new Promise((done) => setTimeout(done));

describe("questions about views", () => {
  it("go together, once for each view, and are kept with it", async () => {
    const sent: [Json, number | null, string[]][] = [];
    const send: Send = async (view, seat, questions) => {
      sent.push([view, seat, questions.map(({ ask, about }) => `${ask} ${JSON.stringify(about)}`)]);
      return questions.map(({ ask }) => `${ask} of ${String(view["n"])}`);
    };
    const answers = new Answers(send);
    const [one, other] = [{ n: 1 }, { n: 2 }];
    const ask = answers.by(0);
    expect([ask(one, "score"), ask(one, "ways", { to: 3 }), ask(other, "score"), ask(one, "score")]).toEqual(
      Array(4).fill(undefined),
    );
    expect(answers.by(null)(one, "score")).toBeUndefined();
    await settled();
    expect(sent).toEqual([
      [one, 0, ["score {}", 'ways {"to":3}']],
      [other, 0, ["score {}"]],
      [one, null, ["score {}"]],
    ]);
    expect([ask(one, "score"), ask(one, "ways", { to: 3 }), ask(other, "score")]).toEqual([
      "score of 1",
      "ways of 1",
      "score of 2",
    ]);
    await settled();
    expect(sent).toHaveLength(3);
  });

  it("without an answer stay open, and are not asked again and again", async () => {
    let times = 0;
    const answers = new Answers(() => (times++, Promise.reject(new Error("offline"))));
    const view = {};
    for (let i = 0; i < 3; i++) {
      expect(answers.by(null)(view, "score")).toBeUndefined();
      await settled();
    }
    expect(times).toBe(1);
  });
});
