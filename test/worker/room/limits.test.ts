import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/setup/env.ts";
import { rawCall } from "../../support/http/call.ts";
import { signUp, tokenFor } from "../../support/http/person.ts";
import { createWorkplace, listen, openRoom, promptOf } from "../../support/rows/workplace.ts";
import { storedMessages } from "../../support/rows/stored-messages.ts";
import { openEvents, startThread } from "../../support/http/threads.ts";

const LONE = "\ud800";
const YEAR_9999 = Date.UTC(9999, 11, 31);
const DAY_MS = 24 * 60 * 60_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/**
 * Mocks the platform's rate limiter, which rejects every call of a key after `allowed` calls.
 * @returns the keys of the calls
 */
function limitTo(allowed: number): string[] {
  const keys: string[] = [];
  vi.spyOn(testEnv.MESSAGE_LIMIT, "limit").mockImplementation(async ({ key }) => {
    keys.push(key);
    return { success: keys.filter((known) => known === key).length <= allowed };
  });
  return keys;
}

test("the rate limiter counts frames by the socket's key, invalid frames included, and one frame too many gets an error frame", async () => {
  const place = await createWorkplace();
  const keys = limitTo(2);
  const rateKey = "user:https://issuer.example.com subject";
  const listener = await listen(place, { rateKey });
  const messageId = newId("msg");
  listener.socket.send(JSON.stringify({ textV1: { parts: [] } }));
  listener.socket.send(JSON.stringify({ textV1: { parts: ["One."] } }));
  await listener.received(2);
  listener.socket.send(JSON.stringify({ textV1: { messageId, parts: ["Two."] } }));
  expect((await listener.received(3))[2]).toMatchObject({ error: { code: "resource_exhausted", messageId } });
  expect(keys).toEqual([rateKey, rateKey, rateKey]);
  expect(await storedMessages(place.threadId)).toHaveLength(1);
});

test("without rate limits, the room does not call the rate limiter", async () => {
  const keys = limitTo(0);
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const listener = await openEvents(threadId, {}, { authorization: `Bearer ${ada.token}` });
  listener.socket.send(JSON.stringify({ textV1: { parts: ["One."] } }));
  await listener.until((frames) => frames.some((frame) => frame.textV1 !== undefined));
  expect(keys).toEqual([]);
});

test("a token that is valid until the year 9999 opens a socket, and the room rechecks the socket every day", async () => {
  const ada = await signUp();
  const token = await tokenFor(ada.email, { expiresInSeconds: Math.floor((YEAR_9999 - Date.now()) / 1_000) });
  const threadId = await startThread(ada, ada.personalId);
  const listener = await openEvents(threadId, { since: "0" }, { authorization: `Bearer ${token}` });
  const room = testEnv.THREAD_ROOM.getByName(threadId);
  const nextAlarm = async () =>
    await runInDurableObject(room, async (_, state) => (await state.storage.getAlarm()) ?? 0);
  for (let day = 0; day < 2; day += 1) {
    const ahead = (await nextAlarm()) - Date.now();
    expect(ahead).toBeGreaterThan(DAY_MS - 60_000);
    expect(ahead).toBeLessThanOrEqual(DAY_MS);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY_MS + 1 });
    await runDurableObjectAlarm(room);
  }
  listener.socket.send("{}");
  await listener.until((frames) => frames.length === 1);
});

test.each([
  ["a prompt", { promptV2: { prompt: `Why${LONE}?` } }],
  ["a part", { textV1: { parts: [LONE] } }],
  ["a stop word", { promptV2: { prompt: "Why?", stop: [LONE] } }],
  ["a biased word", { promptV2: { prompt: "Why?", logit_bias: { [LONE]: 1 } } }],
])(
  "the room rejects %s with a lone surrogate and accepts a pair in two parts as one character",
  async (_, frame) => {
    const place = await createWorkplace();
    const listener = await listen(place);
    listener.socket.send(JSON.stringify(frame));
    expect(await listener.received(1)).toMatchObject([{ error: { code: "invalid_argument" } }]);
    listener.socket.send(JSON.stringify({ textV1: { parts: ["\ud83d", "\ude00"] } }));
    expect((await listener.received(2))[1]?.textV1?.parts).toEqual(["😀"]);
  },
);

test.each([{ content: LONE }, { recipients: [LONE] }])(
  "the room also rejects a lone surrogate in a message of the Worker",
  async (part) => {
    const place = await createWorkplace();
    const result = await openRoom(place).accept(promptOf(place, "x", { kind: "text", ...part }));
    expect(result).toMatchObject({ ok: false, code: "invalid_argument" });
  },
);

test("the service checks the credential of a request without an upgrade header first", async () => {
  const { token } = await signUp();
  const path = `/v1/threads/${newId("thread")}/events`;
  const [nobody, wrong, known] = [
    await rawCall("GET", path),
    await rawCall("GET", path, { token: "a.b.c" }),
    await rawCall("GET", path, { token }),
  ];
  expect([nobody.status, wrong.status, known.status]).toEqual([401, 401, 400]);
});

test("an internal error after an upgrade is logged and closes the socket with 1011", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(Object.getPrototypeOf(testEnv.DB) as D1Database, "batch").mockRejectedValue(
    new Error("D1_ERROR: broken"),
  );
  const { closed } = await openEvents(threadId, {}, { authorization: `Bearer ${ada.token}` });
  expect(await closed).toBe(1011);
  expect(told.mock.calls.flat().join()).toContain("D1_ERROR: broken");
});
