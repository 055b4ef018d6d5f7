import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import {
  type Workplace,
  createDocument,
  createWorkplace,
  history,
  openRoom,
  post,
  promptOf,
} from "../../support/rows/workplace.ts";
import { countOf, storedMessages } from "../../support/rows/stored-messages.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { crashRoom, stopAtBatch } from "../../support/faults/crash-room.ts";
import { countedUsage } from "../../support/http/usage.ts";
import { WAIT } from "../../support/setup/wait.ts";

const PLAIN = [
  "The harbour of Brackwater opened in 1871 after nine years of work.",
  "Its lighthouse keeper was Agnes Hallam, who kept bees.",
];

afterEach(() => {
  vi.restoreAllMocks();
});

async function untilAnswered(place: Workplace): Promise<void> {
  const room = openRoom(place);
  const pending = "SELECT count(*) AS n FROM messages WHERE thread_id = ? AND state = 'pending'";
  const all = "SELECT count(*) AS n FROM messages WHERE thread_id = ?";
  while ((await countOf(pending, place.threadId)) > 0 || (await countOf(all, place.threadId)) === 0)
    await runDurableObjectAlarm(room);
  await runDurableObjectAlarm(room);
}

const CRASHES = [1, 2].flatMap((nth) => [[nth, "before"] as const, [nth, "after"] as const]);

test.each(CRASHES)(
  "the question exists once and gets its answer after a crash at batch %i, %s D1",
  async (nth, phase) => {
    const place = await createWorkplace("");
    await createDocument(place, place.home, PLAIN);
    const room = openRoom(place);
    const stop = stopAtBatch(nth, phase);
    const call = room
      .accept(promptOf(place, "When did the harbour of Brackwater open?"))
      .catch((error: unknown) => error);
    await vi.waitUntil(stop.isReached, { interval: 1, ...WAIT });
    await crashRoom(room);
    await untilAnswered(place);
    await call;

    const [prompt, answer, ...more] = await storedMessages(place.threadId);
    expect(more).toEqual([]);
    expect([prompt?.position, answer?.position]).toEqual([1, 2]);
    expect(answer).toMatchObject({ state: "done", in_reply_to: prompt?.id });
    expect(answer?.content).toContain("1871");
    const posted = "SELECT count(*) AS n FROM audit_events WHERE organization_id = ? AND actor_id = ?";
    expect(await countOf(posted, place.organizationId, place.owner)).toBe(1);
    const units = await countOf(
      "SELECT input_tokens + output_tokens AS n FROM messages WHERE id = ?",
      answer?.id ?? "",
    );
    const used = { questions: 1, units, assets: 0, bytes: 0 };
    expect([units > 0, ...(await countedUsage(place.organizationId))]).toEqual([true, used, used]);
    expect(await countOf("SELECT message_count AS n FROM threads WHERE id = ?", place.threadId)).toBe(2);
    expect(
      await countOf(
        "SELECT count(DISTINCT ordinal) = count(*) AS n FROM citations WHERE thread_id = ?",
        place.threadId,
      ),
    ).toBe(1);

    const frames = await history(place);
    expect(frames.map((frame) => frame.seq)).toEqual(frames.map((_, position) => position + 1));
    expect(frames.filter((frame) => frame.promptV2)).toHaveLength(1);
    const told = frames.flatMap((frame) => frame.textV1 ?? []);
    expect(told.flatMap((text) => text.parts).join("")).toBe(answer?.content);
    expect(told.filter((text) => text.isDone)).toHaveLength(1);
    expect(new Set(told.map((text) => text.provenance.transformationId))).toEqual(
      new Set([answer?.transformation_id]),
    );
  },
);

test("the room keeps a message unacknowledged while D1 is unavailable, and then stores and answers it without a further request", async () => {
  const place = await createWorkplace();
  await createDocument(place, place.home, PLAIN);
  const room = openRoom(place);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  interceptBatches(() => Promise.reject(new Error("D1_ERROR: Network connection lost.")));
  const results = [
    await room.accept(promptOf(place, "When did the harbour of Brackwater open?")),
    await room.accept(promptOf(place, "And why?")),
  ];
  expect(results).toMatchObject([
    { ok: false, code: "unavailable" },
    { ok: false, code: "unavailable" },
  ]);
  for (let run = 0; run < 7; run += 1) await runDurableObjectAlarm(room);
  vi.restoreAllMocks();
  await untilAnswered(place);
  const stored = await storedMessages(place.threadId);
  expect(stored.filter(({ kind }) => kind === "prompt").map(({ content }) => content)).toEqual([
    "When did the harbour of Brackwater open?",
    "And why?",
  ]);
  expect(stored[1]).toMatchObject({ state: "done", position: 2 });
  expect(stored[1]?.content).toContain("1871");
});

test("the room sends an answer that D1 already has, if it crashed before sending", async () => {
  const place = await createWorkplace();
  await createDocument(place, place.home, PLAIN);
  const room = openRoom(place);
  const stop = stopAtBatch(2, "after");
  await room.accept(promptOf(place, "When did the harbour of Brackwater open?"));
  await vi.waitUntil(stop.isReached, { interval: 1, ...WAIT });
  await crashRoom(room);
  const [, before] = await storedMessages(place.threadId);
  await runDurableObjectAlarm(openRoom(place));
  const [, after] = await storedMessages(place.threadId);
  expect(after).toEqual(before);
  const last = (await history(place)).at(-1)?.textV1;
  expect(last).toMatchObject({
    isDone: true,
    parts: [before?.content],
    provenance: { transformationId: before?.transformation_id },
  });
  expect(last?.provenance.scoped["citations"]).toHaveLength(
    await countOf("SELECT count(*) AS n FROM citations WHERE thread_id = ?", place.threadId),
  );
});

test("the room adopts an answer that another attempt completed first", async () => {
  const place = await createWorkplace();
  await createDocument(place, place.home, PLAIN);
  interceptBatches(async (nth, send, db) => {
    const first =
      "UPDATE messages SET state = 'done', content = 'The first answer.' WHERE thread_id = ? AND state = 'pending'";
    if (nth === 2) await db.prepare(first).bind(place.threadId).run();
    return send();
  });
  const room = openRoom(place);
  const accepted = await post(room, promptOf(place, "When did the harbour of Brackwater open?"));
  expect(await room.waitForAnswer(accepted.messageId, 30_000)).toEqual({ done: true });
  expect((await storedMessages(place.threadId))[1]?.content).toBe("The first answer.");
  expect((await history(place)).slice(1)).toMatchObject([
    { seq: 2, textV1: { parts: ["The first answer."], isDone: true } },
  ]);
  expect(await countOf("SELECT count(*) AS n FROM citations WHERE thread_id = ?", place.threadId)).toBe(0);
});
