import { evictDurableObject } from "cloudflare:test";
import { expect, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { addThread } from "../rows/add-thread.ts";
import { testEnv } from "../setup/env.ts";
import { drainRoom } from "./drain-room.ts";
import { openRoom, type RoomStub, type Workplace } from "../rows/workplace.ts";
import { Follower } from "../assertions/room-follower.ts";
import { isHanging, type Planned, planFault, type FaultPlan } from "./plan-fault.ts";
import type { MessageInput } from "../fixtures/message-input.ts";
import {
  expectThreadInvariants,
  inputOf,
  type SentMessage,
  scopeFor,
} from "../assertions/thread-invariants.ts";

const MAX_MS = 60_000;

/**
 * Sends all messages at once to a new thread with the planned fault, and then acts only as the platform and
 * clients do. Acknowledged messages must be stored, stored ones answered and sent to clients, and
 * unacknowledged ones can be sent again. Needs a faked `Date`.
 */
export async function runRoomScenario(
  workplace: Workplace,
  words: readonly MessageInput[],
  planned: Planned,
): Promise<FaultPlan> {
  const place = await addThread(workplace);
  const follower = new Follower(place);
  await follower.connect();
  const said = sayAs(place, words);
  const plan = planFault(place.threadId, planned);
  try {
    const room = openRoom(place);
    const calls = Promise.all(said.map((each) => send(room, place, each)));
    await evictDuring(place, plan, calls);
    await evictDuring(place, plan, drainRoom(place));
    const acknowledged = (await calls).flatMap((isOk, index) => (isOk ? (said[index] ?? []) : []));
    const kept = await expectKept(place, said, acknowledged);
    if (kept.length < said.length)
      await plan.undisturbed(async () => await expectThreadInvariants(place, kept));
    for (const each of said.filter((one) => !acknowledged.includes(one)))
      expect(await send(openRoom(place), place, each)).toBe(true);
    await drainRoom(place);
    if (planned.fault === "with the call under way") {
      await plan.arrive();
      await drainRoom(place);
    }
    const frames = await plan.undisturbed(async () => await expectThreadInvariants(place, said));
    await plan.undisturbed(async () => await follower.catchUp());
    expect(follower.frames).toEqual(frames);
    const isCutOff = plan.happenedAt() !== null && planned.fault !== "evicted" && !isHanging(planned.fault);
    expect(follower.sockets).toBe(isCutOff ? 2 : 1);
  } catch (error) {
    const where = `${planned.fault} at step ${planned.nth}, ${plan.happenedAt() ?? "not reached"}`;
    throw new Error(`${where}, of ${plan.steps.join(", ")}`, { cause: error });
  } finally {
    follower.disconnect();
    plan.end();
  }
  return plan;
}

/**
 * Tries the fault at every step in turn. Steps are counted by name, so a changed number of other steps does
 * not shift them.
 * @returns the steps at which it happened
 */
export async function runAtEveryStep(
  workplace: Workplace,
  words: readonly MessageInput[],
  planned: Omit<Planned, "nth" | "name">,
): Promise<string[]> {
  const { steps } = await runRoomScenario(workplace, words, { ...planned, nth: Infinity });
  const happened: string[] = [];
  for (const name of new Set(steps)) {
    for (let nth = 1, isReached = true; isReached; nth += 1) {
      isReached = (await runRoomScenario(workplace, words, { ...planned, name, nth })).happenedAt() !== null;
      if (isReached) happened.push(name);
    }
  }
  return happened;
}

function sayAs({ owner: userId }: Workplace, words: readonly MessageInput[]): SentMessage[] {
  const campaigns = new Map<string, SentMessage["messageId"]>();
  return words.map(({ campaign, ...word }) => {
    if (campaign === undefined) return { ...word, messageId: newId("msg"), userId };
    const messageId = campaigns.get(campaign) ?? newId("msg");
    campaigns.set(campaign, messageId);
    return { ...word, askedAs: newId("inter"), messageId, userId };
  });
}

/** @returns whether the room acknowledged it */
async function send(room: RoomStub, place: Workplace, said: SentMessage): Promise<boolean> {
  try {
    return (await room.accept(inputOf(place, said), await scopeFor(place, said))).ok;
  } catch {
    return false;
  }
}

/**
 * Checks that D1 holds the acknowledged messages, and all messages in the order of sending.
 * @returns the stored messages
 */
async function expectKept(
  { threadId }: Workplace,
  said: readonly SentMessage[],
  acknowledged: readonly SentMessage[],
): Promise<SentMessage[]> {
  const query = `SELECT known_as AS id, asked_as, in_reply_to, position FROM messages WHERE thread_id = ?1 UNION ALL
    SELECT target_id, NULL, thread_id, 0 FROM thread_scope WHERE thread_id = ?1 ORDER BY position`;
  type Row = { readonly id: string; readonly asked_as: string | null; readonly in_reply_to: string | null };
  const { results } = await testEnv.DB.prepare(query).bind(threadId).all<Row>();
  const ids = results.map((row) => row.asked_as ?? row.id);
  const kept = said.filter(({ askedAs, knowledge, messageId }) =>
    ids.includes(askedAs ?? knowledge?.addedCollectionIds[0] ?? messageId),
  );
  expect(kept).toEqual(expect.arrayContaining([...acknowledged]));
  const messages = results.filter((row) => row.in_reply_to === null).map(({ id }) => id);
  expect(messages).toEqual([
    ...new Set(kept.flatMap(({ knowledge, messageId }) => (knowledge ? [] : messageId))),
  ]);
  return kept;
}

/**
 * Does the work, and evicts the room at the planned step. The platform then waits until no call is in
 * progress.
 */
export async function evictDuring(place: Workplace, plan: FaultPlan, work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  await vi.waitUntil(() => isDone || plan.awaitsEviction(), { interval: 1, timeout: MAX_MS });
  if (plan.awaitsEviction()) {
    const evicted = evictDurableObject(openRoom(place));
    plan.release();
    await evicted;
  }
  await done;
}
