/** Text messages that arrive during a D1 call wait, and one batch then stores all of them. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import type { AcceptInput, AcceptResult } from "../../../src/thread-room/api.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { crashRoom } from "../../support/faults/crash-room.ts";
import {
  createUser,
  createWorkplace,
  grant,
  history,
  listen,
  openRoom,
  post,
  promptOf,
  type RoomStub,
  type Workplace,
} from "../../support/rows/workplace.ts";
import { countOf, storedMessages } from "../../support/rows/stored-messages.ts";
import { WAIT } from "../../support/setup/wait.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const textMessage = (place: Workplace, content: string, more: Partial<AcceptInput> = {}) =>
  promptOf(place, content, { kind: "text", ...more });

async function colleagueOf(place: Workplace, action = "chat") {
  const userId = await createUser(place.organizationId, place.tenantId);
  await grant(place.organizationId, userId, place.home, action);
  return userId;
}

async function untilWaiting(room: RoomStub, turns: number): Promise<void> {
  const waiting = async (): Promise<number> =>
    await runInDurableObject(room, (_, { storage }) =>
      Number(storage.sql.exec("SELECT count(*) AS n FROM turns").one()["n"]),
    );
  await vi.waitUntil(async () => (await waiting()) === turns, { interval: 1, timeout: 10_000 });
}

/**
 * Sends the messages while D1 delays the first, so that the others wait together.
 * @param intercept receives each message batch after the first
 * @returns the results, null for a call lost with the room, and the number of message batches
 */
async function acceptTogether(
  place: Workplace,
  inputs: readonly AcceptInput[],
  intercept = (send: () => Promise<D1Result[]>) => send(),
) {
  const room = openRoom(place);
  const gate = Promise.withResolvers<undefined>();
  let batches = 0;
  interceptBatches(async (_nth, send, _db, texts) => {
    if (!texts.some((text) => /insert into "?messages"?/i.test(text))) return await send();
    batches += 1;
    if (batches > 1) return await intercept(send);
    await gate.promise;
    return await send();
  });
  const results: Promise<AcceptResult | null>[] = [];
  for (const input of inputs) {
    results.push((room.accept(input) as Promise<AcceptResult>).catch(() => null));
    await untilWaiting(room, results.length);
  }
  gate.resolve(undefined);
  return { results: await Promise.all(results), batches };
}

test("one batch stores waiting text messages in order, each with its author and audit event, and the room sends them in that order", async () => {
  const place = await createWorkplace();
  const authors = [place.owner, await colleagueOf(place), await colleagueOf(place)];
  const listener = await listen(place);
  const inputs = Array.from({ length: 20 }, (_, n) =>
    textMessage(place, `Remark ${n}`, { author: { userId: authors[n % 3] ?? place.owner } }),
  );
  const version = "SELECT version AS n FROM threads WHERE id = ?";
  const before = await countOf(version, place.threadId);
  const { results, batches } = await acceptTogether(place, inputs);
  expect(results.map((result) => result?.ok)).toEqual(inputs.map(() => true));
  expect(batches).toBe(2);

  const stored = await storedMessages(place.threadId);
  expect(stored.map(({ content }) => content)).toEqual(inputs.map(({ content }) => content));
  expect(stored.map(({ position }) => position)).toEqual(inputs.map((_, n) => n + 1));
  const said = await testEnv.DB.prepare(
    "SELECT created_by AS author FROM messages WHERE thread_id = ? ORDER BY position",
  )
    .bind(place.threadId)
    .all<{ author: string }>();
  expect(said.results.map(({ author }) => author)).toEqual(inputs.map(({ author }) => author.userId));
  expect(await countOf(version, place.threadId)).toBe(before + 20);
  expect(await countOf("SELECT message_count AS n FROM threads WHERE id = ?", place.threadId)).toBe(20);
  const eventKeys = results.map((result) => (result?.ok ? result.eventKey : ""));
  const audited =
    "SELECT count(*) AS n FROM audit_events a JOIN messages m ON m.id = a.target_id AND m.created_by = a.actor_id WHERE a.id = ?";
  expect(await Promise.all(eventKeys.map(async (key) => await countOf(audited, key)))).toEqual(
    eventKeys.map(() => 1),
  );

  const heard = await listener.received(20);
  expect(heard.map((frame) => frame.textV1?.parts.join(""))).toEqual(inputs.map(({ content }) => content));
  expect(heard.map(({ seq }) => seq)).toEqual(inputs.map((_, n) => n + 1));
});

test("the room recognizes text messages that are resent together, also among new messages, and sends each once", async () => {
  const place = await createWorkplace();
  const listener = await listen(place);
  const first = Array.from({ length: 20 }, (_, n) =>
    textMessage(place, `Remark ${n}`, { messageId: newId("msg") }),
  );
  expect((await acceptTogether(place, first)).results.every((result) => result?.ok)).toBe(true);
  vi.restoreAllMocks();
  const other = textMessage(place, "Another.", { messageId: first[3]?.messageId ?? null });
  const { results, batches } = await acceptTogether(place, [
    textMessage(place, "New."),
    ...first,
    textMessage(place, "New too."),
  ]);
  expect(results.map((result) => result?.ok && result.eventKey !== "")).toEqual([
    true,
    ...first.map(() => false),
    true,
  ]);
  expect(results.every((result) => result?.ok)).toBe(true);
  // Three batches: the new message at the front, all resent messages together, and the new message among
  // them.
  expect(batches).toBe(3);
  vi.restoreAllMocks();
  expect(await openRoom(place).accept(other)).toMatchObject({ ok: false, code: "already_exists" });
  const heard = await listener.received(22);
  expect(heard.map((frame) => frame.textV1?.parts.join(""))).toEqual([
    ...first.map(({ content }) => content),
    "New.",
    "New too.",
  ]);
});

test("an error in one text message affects only its author", async () => {
  const place = await createWorkplace();
  const reader = await colleagueOf(place, "read");
  const stranger = await createUser(place.organizationId, place.tenantId);
  const known = await post(openRoom(place), textMessage(place, "Known."));
  const inputs = [
    textMessage(place, "One."),
    textMessage(place, "Two."),
    textMessage(place, "Not mine to say.", { author: { userId: reader } }),
    textMessage(place, "Nor mine.", { author: { userId: stranger } }),
    textMessage(place, "Known.", { messageId: known.messageId }),
    textMessage(place, "Three."),
  ];
  const { results } = await acceptTogether(place, inputs);
  expect(results).toMatchObject([
    { ok: true },
    { ok: true },
    { ok: false, code: "permission_denied" },
    { ok: false, code: "not_found" },
    { ok: true, messageId: known.messageId, eventKey: "" },
    { ok: true },
  ]);
  const stored = await storedMessages(place.threadId);
  expect(stored.map(({ content }) => content)).toEqual(["Known.", "One.", "Two.", "Three."]);
  expect((await history(place)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
});

test("a text message that contains U+0000 leaves the content and order of other messages and questions unchanged", async () => {
  const place = await createWorkplace();
  const inputs = [
    textMessage(place, "first"),
    textMessage(place, "nul \0 nul"),
    textMessage(place, "last"),
    promptOf(place, "Why?"),
    textMessage(place, "after"),
  ];
  const { results } = await acceptTogether(place, inputs);
  expect(results.map((result) => result?.ok)).toEqual(inputs.map(() => true));
  await openRoom(place).waitForAnswer(results[3]?.ok ? results[3].messageId : "", 30_000);
  const stored = (await storedMessages(place.threadId)).filter(({ in_reply_to: prompt }) => prompt === null);
  expect(stored.map(({ content }) => content)).toEqual(inputs.map(({ content }) => content));
});

test.each(["before", "after"] as const)(
  "each text message exists once and is sent once after a crash %s D1 stores the batch",
  async (phase) => {
    const place = await createWorkplace();
    const room = openRoom(place);
    const inputs = Array.from({ length: 8 }, (_, n) => textMessage(place, `Remark ${n}`));
    let [isReached, isStopped] = [false, false];
    const call = acceptTogether(place, inputs, async (send) => {
      // The crash happens only once, and calls after it succeed.
      if (isReached) return await send();
      isReached = true;
      if (phase === "after") await send();
      isStopped = true;
      return await new Promise<never>(() => {});
    });
    await vi.waitUntil(() => isStopped, { interval: 1, ...WAIT });
    await crashRoom(room);
    expect((await call).results.slice(1)).toEqual(inputs.slice(1).map(() => null));
    // The next call may still reach the aborted room.
    await vi.waitUntil(async () => await runInDurableObject(openRoom(place), () => true).catch(() => false), {
      interval: 1,
      ...WAIT,
    });
    const untold = "SELECT count(*) AS n FROM turns";
    const waiting = async () =>
      await runInDurableObject(openRoom(place), (_, { storage }) => storage.sql.exec(untold).one()["n"]);
    while ((await waiting()) !== 0) await runDurableObjectAlarm(openRoom(place));
    const stored = await storedMessages(place.threadId);
    expect(stored.map(({ content }) => content)).toEqual(inputs.map(({ content }) => content));
    const frames = await history(place);
    expect(frames.map((frame) => [frame.seq, frame.textV1?.parts.join("")])).toEqual(
      inputs.map(({ content }, n) => [n + 1, content]),
    );
  },
);

test("the room keeps all messages unacknowledged while D1 is unavailable, and stores them once D1 is back", async () => {
  const place = await createWorkplace();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const inputs = Array.from({ length: 5 }, (_, n) => textMessage(place, `Remark ${n}`));
  const { results } = await acceptTogether(place, inputs, () =>
    Promise.reject(new Error("D1_ERROR: Network connection lost.")),
  );
  expect(results.map((result) => (result?.ok === false ? result.code : "ok"))).toEqual([
    "ok",
    ...Array.from({ length: 4 }, () => "unavailable"),
  ]);
  vi.restoreAllMocks();
  await runDurableObjectAlarm(openRoom(place));
  expect((await storedMessages(place.threadId)).map(({ content }) => content)).toEqual(
    inputs.map(({ content }) => content),
  );
});
