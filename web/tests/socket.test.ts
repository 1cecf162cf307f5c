import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { crc32 } from "../src/changes";
import { Line, type LineStatus, type Socket } from "../src/socket";
import type { ClientMessage, Problem, ServerMessage } from "../src/wire";

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: { type: string; key?: string; token?: string }[] = [];
  closed = false;
  constructor(readonly url: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const STATE = { type: "state", seq: 7, decision: 1, view: null, legal: [], to_act: [], clock: null, events: [] };
const ACT: ClientMessage = { type: "act", key: "k", decision: 1, action: { type: "accept" } };

let sockets: FakeSocket[];
let heard: ServerMessage[];
let statuses: LineStatus[];
let refused: Problem[];
let line: Line;
let made: number;
let hidden: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, heard, statuses, refused, made, hidden] = [[], [], [], [], 0, false];
  line = new Line({
    url: "ws://x/play",
    token: "secret",
    hear: (message) => heard.push(message),
    status: (status) => statuses.push(status),
    refused: (problem) => refused.push(problem),
    hidden: () => hidden,
    anew: () => (made += 1),
    connect: (url) => {
      sockets.push(new FakeSocket(url));
      return sockets.at(-1)!;
    },
  });
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
});

function open(): FakeSocket {
  const socket = sockets.at(-1)!;
  socket.onopen!();
  socket.say(STATE);
  return socket;
}

describe("a line", () => {
  it("says hello first and asks for everything", () => {
    const socket = open();
    expect(socket.url).toBe("ws://x/play?after=0");
    expect(socket.sent[0]).toEqual({ type: "hello", changes: true, token: "secret" });
    expect(statuses.at(-1)).toBe("open");
    expect(heard).toEqual([STATE]);
  });

  it("comes back by itself and asks only for what is new", () => {
    open().onclose!({ code: 1006 });
    expect(statuses.at(-1)).toBe("lost");
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
    expect(open().url).toBe("ws://x/play?after=7");
    expect(statuses.at(-1)).toBe("open");
  });

  it("repeats what was not answered, with the same key", () => {
    const first = open();
    line.send(ACT);
    expect(first.sent.at(-1)).toEqual(ACT);
    first.onclose!({ code: 1012 });
    vi.advanceTimersByTime(1000);
    expect(open().sent).toContainEqual(ACT);
  });

  it("does not repeat what was answered", () => {
    const first = open();
    line.send(ACT);
    first.say({ type: "ack", key: "k", seq: 8 });
    first.onclose!({ code: 1006 });
    vi.advanceTimersByTime(1000);
    expect(open().sent.filter((m) => m.type === "act")).toEqual([]);
  });

  it("keeps what is said while it is lost", () => {
    open().onclose!({ code: 1006 });
    line.send(ACT);
    vi.advanceTimersByTime(1000);
    expect(open().sent).toContainEqual(ACT);
  });

  it("gives up when the server refuses it, and tells why", () => {
    const socket = sockets[0]!;
    socket.onopen!();
    socket.say({ type: "refused", key: null, code: "bad-token", reason: "No." });
    socket.onclose!({ code: 4401 });
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(refused.map((problem) => problem.code)).toEqual(["bad-token"]);
    expect(statuses.at(-1)).toBe("closed");
  });

  it("waits for a server that is starting", () => {
    sockets[0]!.onopen!();
    sockets[0]!.say({ type: "refused", key: null, code: "starting", reason: "" });
    sockets[0]!.onclose!({ code: 4503 });
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
    expect(refused).toEqual([]);
  });

  /** So many seconds, in which the server answers every ping; how many there were. */
  function answered(socket: FakeSocket, seconds: number, after = 0): number {
    const before = socket.sent.length;
    for (let step = 0; step < 10 * seconds; step += 1) {
      const seen = socket.sent.length;
      vi.advanceTimersByTime(100);
      if (socket.sent.length === seen) continue;
      vi.advanceTimersByTime(after);
      socket.say({ type: "pong" });
    }
    return socket.sent.length - before;
  }

  it("says within three seconds that the network died while nobody said anything", () => {
    const socket = open();
    answered(socket, 50);
    expect(statuses.at(-1)).toBe("open");
    vi.advanceTimersByTime(3000);
    expect(statuses.at(-1)).toBe("lost");
    vi.advanceTimersByTime(5000);
    expect(socket.closed).toBe(true);
  });

  it("asks seldom where nothing happens, and at once when somebody touches the page", () => {
    const socket = open();
    answered(socket, 65);
    expect(answered(socket, 100)).toBeLessThanOrEqual(10);
    vi.advanceTimersByTime(5000);
    const seen = socket.sent.length;
    for (let touch = 0; touch < 3; touch += 1) line.stir();
    expect(socket.sent).toHaveLength(seen + 1);
    vi.advanceTimersByTime(2000);
    expect(statuses.at(-1)).toBe("lost");
    socket.say({ type: "pong" });
    answered(socket, 11);
    expect(answered(socket, 10)).toBeGreaterThan(7);
  });

  it("asks seldom on a line that answers late", () => {
    const socket = open();
    answered(socket, 3, 700);
    expect(answered(socket, 30, 700)).toBeLessThanOrEqual(3);
    answered(socket, 10);
    expect(answered(socket, 10)).toBeGreaterThan(7);
    expect(statuses).not.toContain("lost");
  });

  it("asks seldom while nobody sees the page", () => {
    const socket = open();
    hidden = true;
    expect(answered(socket, 61)).toBeLessThanOrEqual(4);
  });

  it("says within three seconds that nothing is answered, and when it is", () => {
    const socket = open();
    line.send(ACT);
    vi.advanceTimersByTime(3000);
    expect(statuses.at(-1)).toBe("lost");
    socket.say({ type: "ack", key: "k", seq: 8 });
    expect(statuses.at(-1)).toBe("open");
    expect([sockets.length, made]).toEqual([1, 1]); // nothing is told anew
  });

  it("comes anew when what was said is not answered for long", () => {
    open();
    line.send(ACT);
    vi.advanceTimersByTime(11_000);
    expect(sockets.length).toBeGreaterThan(1);
    expect(open().sent).toContainEqual(ACT);
    expect(made).toBe(sockets.length);
  });

  it("knows within three seconds after a phone has slept whether it is still there", () => {
    const socket = open();
    vi.setSystemTime(Date.now() + 600_000); // no timer of a page that sleeps goes on
    line.hurry();
    expect(socket.sent.at(-1)).toEqual({ type: "ping" });
    socket.say({ type: "pong" });
    answered(socket, 3);
    expect(statuses.at(-1)).toBe("open");
    vi.setSystemTime(Date.now() + 600_000);
    line.hurry();
    vi.advanceTimersByTime(3000);
    expect(statuses.at(-1)).toBe("lost");
    vi.advanceTimersByTime(6000);
    expect(socket.closed).toBe(true);
    open();
    expect(statuses.at(-1)).toBe("open");
  });

  it("does not wait for a connection that is never made", () => {
    vi.advanceTimersByTime(3000);
    expect(statuses.at(-1)).toBe("lost");
    vi.advanceTimersByTime(6000);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it("is lost at once when the browser says so, and comes back", () => {
    const socket = open();
    line.send(ACT);
    line.cut();
    expect(statuses.at(-1)).toBe("lost");
    expect(socket.closed).toBe(true);
    line.hurry();
    expect(open().sent.map(({ key }) => key)).toContain("k");
    expect(statuses.at(-1)).toBe("open");
  });

  it("stays away once closed", () => {
    const socket = open();
    line.close();
    expect(socket.closed).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });

  it("tries at once when told to hurry", () => {
    open().onclose!({ code: 1006 });
    line.hurry();
    expect(sockets).toHaveLength(2);
  });

  describe("changes", () => {
    const view = { game: "x", name: "卓", sets: [1, 2], altar: null };
    const next = { ...view, sets: [2], altar: { card: 7 } };
    const rest = { decision: 1, legal: [], to_act: [], clock: null, result: null, events: [{ type: "a" }] };
    const change = {
      type: "change",
      ...rest,
      seq: 8,
      changes: { altar: { card: 7 } },
      digest: crc32(JSON.stringify(next)),
      stages: [{ start: 0, end: 1, changes: { sets: [2] } }],
    };

    it("become the states they lead to", () => {
      const socket = open();
      socket.say({ ...STATE, view });
      socket.say(change);
      const stages = [{ start: 0, end: 1, view: { ...view, sets: [2] } }];
      expect(heard.at(-1)).toEqual({ type: "state", ...rest, seq: 8, view: next, stages });
      expect(line.seq).toBe(8);
    });

    it("that do not fit are not shown, and the whole is asked for, once", () => {
      const socket = open();
      socket.say({ ...STATE, view });
      const before = heard.length;
      socket.say({ ...change, digest: 1 });
      socket.say({ ...change, seq: 9 });
      expect(heard).toHaveLength(before);
      expect(socket.sent.filter(({ type }) => type === "whole")).toEqual([{ type: "whole", after: 7 }]);
      socket.say({ ...STATE, seq: 9, view: next });
      expect(line.seq).toBe(9);
    });
  });
});

it("has the CRC-32 that everybody has", () => {
  expect(crc32("123456789")).toBe(0xcbf43926);
});
