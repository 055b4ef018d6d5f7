import { beforeEach, describe, expect, test, vi } from "vitest";
import type { DraftFrame } from "../../src/domain/events.ts";
import { DraftSender } from "../../src/thread-room/drafts/draft-sender.ts";

const DRAFTED = { threadId: "thread_1", messageId: "msg_a", inReplyTo: "msg_q", transformationId: "inter_1" };

const draft = (text: string, proven = 0) => ({ text, proven });

let sent: DraftFrame["draft"][];
let sender: DraftSender;
/** What a reader has who applies each frame. */
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

describe("what is sent of an answer that is being written", () => {
  test("is the first of it at once, then what is new, some of it together", async () => {
    const text = "The harbour of Brackwater opened in 1871. 🏗️ It is large.";
    for (let end = 1; end <= text.length; end += 1) {
      sender.show(() => draft(text.slice(0, end)));
      if (end % 8 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await expect.poll(() => read).toBe(text);
    expect(sent[0]).toMatchObject({ messageId: "msg_a", inReplyTo: "msg_q", transformationId: "inter_1", from: 0 });
    expect(sent.length).toBeLessThan(text.length / 4);
    expect(sent.every(({ text: part }) => part.isWellFormed())).toBe(true);
  });

  test("is its first words as soon as they come behind a thought, for which D1 was not asked who listens", async () => {
    vi.useFakeTimers();
    try {
      const ensure = vi.fn<() => Promise<void>>(async () => await mayListen);
      sender = new DraftSender({ ensure, send: (frame) => sent.push((JSON.parse(frame) as DraftFrame).draft), now: () => Date.now() });
      sender.begin(DRAFTED);
      sender.show(() => draft(""));
      await vi.advanceTimersByTimeAsync(10);
      expect(ensure).not.toHaveBeenCalled();
      sender.show(() => draft("It"));
      await vi.advanceTimersByTimeAsync(0);
      expect(sent.map(({ text }) => text)).toEqual(["It"]);
      // From then on ten a second.
      sender.show(() => draft("It opened"));
      await vi.advanceTimersByTimeAsync(99);
      expect(sent).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(sent.map(({ text }) => text)).toEqual(["It", " opened"]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("takes back what does not stand any more, and never half of a character", async () => {
    for (const text of ["It opened in 1871 👍", "It opened in 1871 👎 so", "", "It"]) {
      sender.show(() => draft(text));
      await expect.poll(() => read).toBe(text);
    }
    expect(sent.every(({ text: part }) => part.isWellFormed())).toBe(true);
    expect(sent.map(({ from }) => from)).toEqual([0, 18, 0, 0]);
  });

  test("says how much of it is proven, also when nothing else is new", async () => {
    sender.show(() => draft("It opened. And"));
    await expect.poll(() => read).toBe("It opened. And");
    sender.show(() => draft("It opened. And", 10));
    await expect.poll(() => sent.length).toBe(2);
    expect(sent.map(({ from, text, proven }) => [from, text, proven])).toEqual([
      [0, "It opened. And", 0],
      [14, "", 10],
    ]);
    expect(JSON.parse(sender.whole() ?? "")).toMatchObject({ draft: { from: 0, text: "It opened. And", proven: 10 } });
    await sender.withdraw();
    expect(sent.at(-1)).toMatchObject({ from: 0, text: "", proven: 0 });
  });

  test("is all of it for a newcomer, as far as it was sent, and nothing where nothing was", async () => {
    expect(sender.whole()).toBeNull();
    sender.show(() => draft("It opened"));
    await expect.poll(() => read).toBe("It opened");
    expect(JSON.parse(sender.whole() ?? "")).toEqual({ draft: { ...sent[0], from: 0, text: "It opened" } });
  });

  test("is never the text of one answer under the name of another", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    mayListen = promise;
    sender.show(() => draft("It opened"));
    sender.begin({ ...DRAFTED, transformationId: "inter_2" });
    sender.show(() => draft("It closed"));
    resolve();
    await expect.poll(() => read).toBe("It closed");
    expect(sent.map(({ transformationId }) => transformationId)).toEqual(["inter_2"]);
  });

  test("is nothing behind its end, nor while it is not known who may listen", async () => {
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

  test("is withdrawn where nothing follows", async () => {
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
