import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { FrameStream, MAX_UNCLAIMED } from "../../client/src/frame-stream.ts";
import { type EventFrame, keyOf, outgoing, parseFrame, type ThreadFrame } from "../../client/src/frames.ts";
import { idToBytes, newId } from "../../client/src/identifiers.ts";
import { EVENT_EXAMPLES } from "../../src/http/wire/threads/event-examples.ts";

const MESSAGE = "msg_01h455vb4pex5vsknk084sn02q";
const TRANSFORMATION = "inter_01h455vb4pex5vsknk084sn02q";

describe("a presence frame", () => {
  test("a presence frame differs from events and errors, and the client ignores unknown frames", () => {
    const presence = { here: [], typing: [], people: 0, guests: 0 };
    expect(parseFrame(JSON.stringify({ presence }))).toEqual({ presence });
    for (const frame of [{ presence: null }, { presence: 1 }, { later: {} }])
      expect(parseFrame(JSON.stringify(frame))).toBeNull();
  });
});

describe("an outgoing event", () => {
  test("an outgoing event gets a message id if it has none, and otherwise keeps its id in text form", () => {
    const made = [outgoing({ promptV2: { prompt: "Who?" } }), outgoing({ promptV2: { prompt: "Who?" } })];
    expect(made[0]?.messageId).toMatch(/^msg_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    expect(made[0]?.messageId).not.toBe(made[1]?.messageId);
    for (const messageId of [MESSAGE, idToBytes(MESSAGE)]) {
      const message = outgoing({ textV1: { parts: ["So."], messageId } });
      expect(message).toEqual({
        messageId: MESSAGE,
        key: MESSAGE,
        transformationId: "",
        frame: JSON.stringify({ textV1: { parts: ["So."], messageId: MESSAGE } }),
      });
    }
  });

  test("a campaign identifies an outgoing event by its transformation id too, and adds that id if it is missing", () => {
    const one = outgoing({
      promptCampaignV1: { prompt: "Who?", messageId: MESSAGE, transformationId: TRANSFORMATION },
    });
    expect({ key: one.key, transformationId: one.transformationId }).toEqual({
      key: `${MESSAGE}/${TRANSFORMATION}`,
      transformationId: TRANSFORMATION,
    });
    const other = outgoing({ promptCampaignV2: { prompt: "Who?", messageId: MESSAGE } });
    expect(other.key).toMatch(new RegExp(`^${MESSAGE}/inter_.{26}$`));
    expect(other.frame).toContain(other.transformationId);
  });

  test.each(["msg_nonsense", "thread_01h455vb4pex5vsknk084sn02q", "", [1, 2, 3]])(
    "the client rejects an outgoing event with the message id %j",
    (messageId) => {
      expect(() => outgoing({ textV1: { parts: ["So."], messageId } })).toThrow(RangeError);
    },
  );
});

test("the message, and in a campaign also the transformation, identifies every event of the service", () => {
  for (const [kind, event] of Object.entries(EVENT_EXAMPLES)) {
    const frame = parseFrame(JSON.stringify({ [kind]: event, seq: 1 })) as EventFrame;
    expect({ kind, key: keyOf(frame) }).toEqual({
      kind,
      key: kind.includes("Campaign") ? `${MESSAGE}/${TRANSFORMATION}` : MESSAGE,
    });
  }
});

test.each(["", "pong", "[]", "null", "1", '{"seq":"one"}', '{"seq":1.5}', '{"error":"no"}', "{}"])(
  "%j is not a frame",
  (text) => {
    expect(parseFrame(text)).toBeNull();
  },
);

test.each([
  '{"presenceV1":null,"seq":1}',
  '{"presenceV1":{"messageId":null},"seq":1}',
  '{"presenceV1":{"messageId":[]},"seq":1}',
  '{"presenceV1":{},"seq":1}',
  '{"seq":1}',
])("%s, which this client does not know, belongs to no message", (text) => {
  expect(keyOf(parseFrame(text) as EventFrame)).toBeNull();
});

describe("a stream of frames", () => {
  const frame = (seq: number): ThreadFrame => ({
    renameThreadV1: { createdBy: [], kind: "renameThreadV1", label: "", messageId: [] },
    createdAt: "2026-11-22T10:00:00.000Z",
    seq,
  });
  const upTo = (last: number, first = 1): number[] =>
    Array.from({ length: last - first + 1 }, (_, position) => first + position);
  const rest = async (frames: AsyncIterable<ThreadFrame>): Promise<number[]> => {
    const seen: number[] = [];
    for await (const { seq } of frames) seen.push(seq);
    return seen;
  };

  test("a stream of frames gives the first iterator every frame, including earlier ones, and a later iterator only new frames", async () => {
    const stream = new FrameStream();
    for (const seq of upTo(3)) stream.push(frame(seq), 100);
    const first = stream.iterate();
    const second = stream.iterate();
    for (const seq of upTo(6, 4)) stream.push(frame(seq), 100);
    stream.end();
    expect({ restFirst: await rest(first), restSecond: await rest(second) }).toEqual({
      restFirst: upTo(6),
      restSecond: upTo(6, 4),
    });
  });

  test("a stream of frames keeps unread frames for a slow reader while a fast reader continues", async () => {
    const stream = new FrameStream();
    const [slow, fast] = [stream.iterate(), stream.iterate()];
    const both = Promise.all([slow.next(), fast.next()]);
    stream.push(frame(1), 100);
    expect(await both).toMatchObject([{ value: { seq: 1 } }, { value: { seq: 1 } }]);
    for (const seq of upTo(20_000, 2)) stream.push(frame(seq), 100);
    stream.end();
    expect(await rest(fast)).toEqual(upTo(20_000, 2));
    expect(await rest(slow)).toEqual(upTo(20_000, 2));
  });

  test("side readers leave the frames to the first iterator", async () => {
    const stream = new FrameStream();
    const side = stream.follow();
    for (const seq of upTo(3)) stream.push(frame(seq), 100);
    stream.end();
    expect({ restSide: await rest(side), rest: await rest(stream.iterate()) }).toEqual({
      restSide: upTo(3),
      rest: upTo(3),
    });
  });

  test("a stream of frames without a reader keeps the newest frames, and reports missing frames to a late reader", async () => {
    const stream = new FrameStream();
    const all = MAX_UNCLAIMED.frames + 5;
    for (const seq of upTo(all)) stream.push(frame(seq), 100);
    stream.end();
    const late = stream.iterate();
    expect((await late.next()).value).toEqual({ resync: true, seq: 5 });
    expect(await rest(late)).toEqual(upTo(all, 6));
  });

  test("a stream of frames without a reader holds no more bytes than the service keeps, but always the newest frame", async () => {
    const stream = new FrameStream();
    for (const seq of upTo(10)) stream.push(frame(seq), MAX_UNCLAIMED.chars / 4);
    stream.push(frame(11), MAX_UNCLAIMED.chars);
    stream.end();
    expect(await rest(stream.iterate())).toEqual([10, 11]);
  });

  test("a stream of frames drops the frames that every reader has read", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const stream = new FrameStream();
    const reader = stream.iterate();
    const passed: WeakRef<ThreadFrame>[] = [];
    for (const seq of upTo(100)) {
      stream.push(frame(seq), 100);
      passed.push(new WeakRef((await reader.next()).value as ThreadFrame));
    }
    await new Promise(setImmediate);
    collectGarbage();
    expect(passed.filter((each) => each.deref() !== undefined).length).toBeLessThan(10);
    stream.end();
    expect(await rest(reader)).toEqual([]);
  });

  test("the end of a stream of frames also ends waiting readers", async () => {
    const stream = new FrameStream();
    const waiting = stream.iterate().next();
    stream.end();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await rest(stream.iterate())).toEqual([]);
  });
});

test("later message ids sort later", async () => {
  const earlier = newId("msg");
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.now());
  expect(newId("msg") > earlier).toBe(true);
});
