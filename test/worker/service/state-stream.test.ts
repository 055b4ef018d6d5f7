import { expect, test } from "vitest";
import {
  openStateStream,
  STATE_LIMITS,
  type StateStreamOptions,
  type StreamState,
} from "../../../src/http/event-stream/state-stream.ts";
import { EventReader } from "../../support/http/event-reader.ts";

const LIMITS = { ...STATE_LIMITS, lookMs: 5 };
const stateOf = (version: number, isLast = false): StreamState => ({ version, data: { version }, isLast });

function open(options: Partial<StateStreamOptions>) {
  const leaving = new AbortController();
  const over = Promise.withResolvers<void>();
  let overs = 0;
  const body = openStateStream({
    first: stateOf(1),
    hasSeenFirst: false,
    look: async () => null,
    closingFrame: async () => null,
    left: leaving.signal,
    limits: LIMITS,
    onOver: () => {
      overs += 1;
      over.resolve();
    },
    ...options,
  });
  return { body, over: over.promise, overs: () => overs, leave: () => leaving.abort() };
}

/** Counts polls that find nothing. */
function counting() {
  let looks = 0;
  const look = async (): Promise<null> => {
    looks += 1;
    return await Promise.resolve(null);
  };
  return { look, looks: () => looks };
}

test("each poll asks for states newer than the last sent, up to the final one", async () => {
  const asked: number[] = [];
  const look = async (since: number): Promise<StreamState | null> => {
    asked.push(since);
    return asked.length % 2 === 0 ? null : stateOf(since + 1, since === 3);
  };
  const { body, over, overs } = open({ look });
  const reader = new EventReader(body, () => {});
  expect({ ended: await reader.ended, events: reader.events.map(({ id }) => id) }).toEqual({
    ended: "end",
    events: ["1", "2", "3", "4"],
  });
  await over;
  expect({ asked, overs: overs() }).toEqual({ asked: [1, 2, 2, 3, 3], overs: 1 });
});

test("polling stops while a reader takes nothing, and the stream is dropped", async () => {
  const { look, looks } = counting();
  await open({ look }).over;
  expect(looks()).toBe(0);
});

test("a silent stream sends comments and ends after a number of empty polls", async () => {
  const { look, looks } = counting();
  const { body } = open({ hasSeenFirst: true, look, limits: { ...LIMITS, looks: 12 } });
  const reader = new EventReader(body, () => {});
  expect({
    ended: await reader.ended,
    events: reader.events,
    length: reader.text.match(/^:$/gm)?.length,
    looks: looks(),
  }).toEqual({
    ended: "end",
    events: [],
    length: 2,
    looks: 12,
  });
});

test("a failed poll ends the stream, with a closing frame if there is one", async () => {
  const look = async (): Promise<never> => await Promise.reject(new Error("no"));
  const silent = new EventReader(open({ look }).body, () => {});
  const told = new EventReader(open({ look, closingFrame: async () => '{"error":{}}' }).body, () => {});
  expect({ ended: await silent.ended, length: silent.events.length }).toEqual({ ended: "end", length: 1 });
  expect({ ended: await told.ended, frames: told.frames.at(-1) }).toEqual({
    ended: "end",
    frames: { error: {} },
  });
});

test("polling stops when the reader disconnects, even during a poll", async () => {
  let looks = 0;
  const scene = open({
    look: async () => {
      looks += 1;
      scene.leave();
      return stateOf(2);
    },
  });
  const reader = new EventReader(scene.body, () => {});
  await scene.over;
  await reader.ended;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([looks, reader.events.length, scene.overs()]).toEqual([1, 1, 1]);
});
