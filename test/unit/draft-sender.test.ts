import { beforeEach, describe, expect, test, vi } from "vitest";
import type { DraftFrame } from "../../src/domain/events.ts";
import { DraftSender } from "../../src/thread-room/drafts/draft-sender.ts";

const DRAFTED = { threadId: "thread_1", messageId: "msg_a", inReplyTo: "msg_q", transformationId: "inter_1" };

const draft = (text: string, proven = 0) => ({ text, proven });

let sent: DraftFrame["draft"][];
let sender: DraftSender;
/** Draft text of a reader who has applied each frame. */
let read: string;
let mayListen: Promise<void>;

beforeEach(() => {
  sent = [];
  read = "";
  mayListen = Promise.resolve();
  const send = (frame: string): void => {
    const told = (JSON.parse(frame) as DraftFrame).draft;
    sent.push(told);
    read = read.slice(0, told.from) + told.text;
  };
  sender = new DraftSender({ ensure: async () => await mayListen, send, now: () => Date.now() });
  sender.begin(DRAFTED);
});

describe("the drafts of an answer in progress", () => {
  test("drafts begin immediately, and later frames may combine several drafts", async () => {
    const text = "The harbour of Brackwater opened in 1871. 🏗️ It is large.";
    for (let end = 1; end <= text.length; end += 1) {
      sender.show(() => draft(text.slice(0, end)));
      if (end % 8 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await expect.poll(() => read).toBe(text);
    expect(sent[0]).toMatchObject({
      messageId: "msg_a",
      inReplyTo: "msg_q",
      transformationId: "inter_1",
      from: 0,
    });
    expect(sent.length).toBeLessThan(text.length / 4);
    expect(sent.every(({ text: part }) => part.isWellFormed())).toBe(true);
  });

  test("drafts start with the first words after a reasoning phase, without waiting for D1", async () => {
    vi.useFakeTimers();
    try {
      const ensure = vi.fn<() => Promise<void>>(async () => await mayListen);
      sender = new DraftSender({
        ensure,
        send: (frame) => sent.push((JSON.parse(frame) as DraftFrame).draft),
        now: () => Date.now(),
      });
      sender.begin(DRAFTED);
      sender.show(() => draft(""));
      await vi.advanceTimersByTimeAsync(10);
      expect(ensure).not.toHaveBeenCalled();
      sender.show(() => draft("It"));
      await vi.advanceTimersByTimeAsync(0);
      expect(sent.map(({ text }) => text)).toEqual(["It"]);
      // From here on, the sender sends ten drafts per second.
      sender.show(() => draft("It opened"));
      await vi.advanceTimersByTimeAsync(99);
      expect(sent).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(sent.map(({ text }) => text)).toEqual(["It", " opened"]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("a draft withdraws invalid text and never splits a character", async () => {
    for (const text of ["It opened in 1871 👍", "It opened in 1871 👎 so", "", "It"]) {
      sender.show(() => draft(text));
      await expect.poll(() => read).toBe(text);
    }
    expect(sent.every(({ text: part }) => part.isWellFormed())).toBe(true);
    expect(sent.map(({ from }) => from)).toEqual([0, 18, 0, 0]);
  });

  test("a draft reports the verified length, even without new text", async () => {
    sender.show(() => draft("It opened. And"));
    await expect.poll(() => read).toBe("It opened. And");
    sender.show(() => draft("It opened. And", 10));
    await expect.poll(() => sent.length).toBe(2);
    expect(sent.map(({ from, text, proven }) => [from, text, proven])).toEqual([
      [0, "It opened. And", 0],
      [14, "", 10],
    ]);
    expect(JSON.parse(sender.whole() ?? "")).toMatchObject({
      draft: { from: 0, text: "It opened. And", proven: 10 },
    });
    await sender.withdraw();
    expect(sent.at(-1)).toMatchObject({ from: 0, text: "", proven: 0 });
  });

  test("a new subscriber receives all text sent so far, or nothing if there is none", async () => {
    expect(sender.whole()).toBeNull();
    sender.show(() => draft("It opened"));
    await expect.poll(() => read).toBe("It opened");
    expect(JSON.parse(sender.whole() ?? "")).toEqual({ draft: { ...sent[0], from: 0, text: "It opened" } });
  });

  test("a draft never contains the text of another answer", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    mayListen = promise;
    sender.show(() => draft("It opened"));
    sender.begin({ ...DRAFTED, transformationId: "inter_2" });
    sender.show(() => draft("It closed"));
    resolve();
    await expect.poll(() => read).toBe("It closed");
    expect(sent.map(({ transformationId }) => transformationId)).toEqual(["inter_2"]);
  });

  test("drafts stop after the end of the answer, and wait until the audience is known", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    mayListen = promise;
    sender.show(() => draft("It opened"));
    sender.end();
    resolve();
    await promise;
    await Promise.resolve();
    mayListen = Promise.reject(new Error("D1 is away"));
    sender.begin(DRAFTED);
    sender.show(() => draft("It opened"));
    await mayListen.catch(() => {});
    expect(sent).toEqual([]);
    mayListen = Promise.resolve();
    sender.show(() => draft("It opened in"));
    await expect.poll(() => read).toBe("It opened in");
  });

  test("withdrawing a draft empties it, and later text has no effect", async () => {
    sender.show(() => draft("It opened"));
    await expect.poll(() => read).toBe("It opened");
    sender.show(() => draft("It opened in 1871"));
    await sender.withdraw();
    expect(read).toBe("");
    expect(sender.whole()).toBeNull();
    sender.show(() => draft("late"));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(read).toBe("");
  });
});
