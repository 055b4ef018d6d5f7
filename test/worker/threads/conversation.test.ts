import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { TALKS, TEXTS } from "../../support/fixtures/conversations.ts";
import { call } from "../../support/http/call.ts";
import { liveThread } from "../../support/http/progress.ts";
import { sendMessage } from "../../support/http/threads.ts";

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
});

test("the last frame of a follow-up contains the rewritten question, and a complete question has none", async () => {
  const { ada, home, threadId, hers } = await liveThread();
  await addReadyAsset(ada, home, TEXTS["The Marlow Lifeboat Museum"] ?? "");
  await sendMessage(ada, threadId, "Who opened the lifeboat museum?");
  await sendMessage(ada, threadId, "When did she retire?");
  await sendMessage(ada, threadId, "What is the oldest boat in the collection?");
  await hers.until((frames) => frames.filter(({ textV1 }) => textV1?.isDone).length === 3);
  const told = hers.frames.flatMap(({ textV1 }) =>
    textV1?.isDone ? [(textV1.provenance as { readonly interpretedAs?: string }).interpretedAs] : [],
  );
  expect(told).toEqual(["", "Who opened the lifeboat museum? When did she retire?", ""]);
});

test("a follow-up needs two D1 round trips, however long the thread", async () => {
  const { ada, home, threadId } = await liveThread();
  await addReadyAsset(ada, home, TEXTS["The Marlow Lifeboat Museum"] ?? "");
  for (const [question] of TALKS[1] ?? []) await sendMessage(ada, threadId, question);
  const body = {
    messageContent: "And when was it launched?",
    messageKind: "promptV2",
    recipients: [],
    threadId,
  };
  const trips: (number | null)[] = [];
  // On a busy machine, the index may be too slow for an inline answer. In that case, an extra round trip
  // stores the question first.
  for (let ask = 0; ask < 3 && !trips.includes(2); ask += 1) {
    trips.push((await call("POST", `/v1/threads/${threadId}/messages`, { token: ada.token, body })).trips);
  }
  expect(trips).toContain(2);
});
