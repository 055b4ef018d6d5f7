import { expect } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import type { AcceptInput } from "../../../src/thread-room/api.ts";
import { addThread } from "../rows/add-thread.ts";
import { testEnv } from "../setup/env.ts";
import { type Person, signUp } from "../http/person.ts";
import { drainRoom } from "./drain-room.ts";
import { history, openRoom, post, promptOf, type Workplace } from "../rows/workplace.ts";
import { type Frame } from "../http/room-frames.ts";
import { countOf, storedMessages } from "../rows/stored-messages.ts";
import { evictDuring } from "./room-scenario.ts";
import { type Planned, planFault, type FaultPlan } from "./plan-fault.ts";
import { QUESTION } from "../fixtures/message-input.ts";
import { answerVersionRows, stopAnswer } from "../http/answer-versions.ts";

type MessageId = NonNullable<AcceptInput["messageId"]>;

export interface AskedQuestion {
  readonly questionId: MessageId;
  readonly questionRowId: MessageId;
}

/** A retry request. With an answer: a request that selects that version. */
export function changeOf(
  place: Workplace,
  { questionId, questionRowId }: AskedQuestion,
  answerId: MessageId | null,
): AcceptInput {
  const slot = { questionId, questionRowId, variant: 1, answerId };
  const kind = answerId === null ? ("askAgain" as const) : ("chooseAnswer" as const);
  const askedAs = answerId === null ? newId("inter") : null;
  return promptOf(place, answerId === null ? QUESTION : "", { kind, messageId: newId("msg"), askedAs, slot });
}

/** A question with an answer, in its own thread. */
export async function askOnce(workplace: Workplace) {
  const place = await addThread(workplace);
  const messageId = newId("msg");
  await post(openRoom(place), promptOf(place, QUESTION, { messageId }));
  await drainRoom(place);
  const [question, answer] = await storedMessages(place.threadId);
  return {
    place,
    asked: { questionId: messageId, questionRowId: question?.row_id as MessageId },
    answerId: answer?.id as MessageId,
  };
}

/** Sends the request until the room accepts it, as clients and the Worker do. */
export async function postUntilAccepted(place: Workplace, input: AcceptInput): Promise<void> {
  for (let calls = 0; calls < 5; calls += 1) {
    const accepted = await openRoom(place)
      .accept(input)
      .catch(() => null);
    if (accepted?.ok === true) return;
    await drainRoom(place);
  }
  throw new Error("it was not taken");
}

/** The owner of a workplace built from rows, as a person who can sign in. */
export async function ownerOf(place: Pick<Workplace, "owner">): Promise<Person> {
  const person = await signUp();
  await testEnv.DB.prepare("UPDATE identities SET user_id = ? WHERE user_id = ?")
    .bind(place.owner, person.userId)
    .run();
  return person;
}

/**
 * Retries an answer and selects the first version, with the planned fault. Each must happen once and reach
 * clients once.
 */
export async function runVersionScenario(workplace: Workplace, planned: Planned): Promise<FaultPlan> {
  const { place, asked, answerId } = await askOnce(workplace);
  return await troubled(place, planned, async ({ during, plan }) => {
    await during(postUntilAccepted(place, changeOf(place, asked, null)));
    await during(drainRoom(place));
    await during(postUntilAccepted(place, changeOf(place, asked, answerId)));
    await during(drainRoom(place));
    await plan.arrive();
    await drainRoom(place);
    plan.end();
    await expectTwoVersions(place, asked, answerId);
  });
}

async function expectTwoVersions(place: Workplace, asked: AskedQuestion, answerId: MessageId): Promise<void> {
  const rows = await answerVersionRows(place.threadId);
  const newer = rows[2]?.id;
  expect(rows.map(({ id, state, position, version }) => [id, state, position, version])).toEqual([
    [asked.questionRowId, "done", 1, null],
    [answerId, "done", 2, 1],
    [newer, "done", -2002, 2],
  ]);
  const frames = await history(place);
  expect(frames.map(({ seq }) => seq)).toEqual(frames.map((_, at) => at + 1));
  expect(replacements(frames)).toEqual([
    [newer, answerId],
    [answerId, newer],
  ]);
  const ends = frames.flatMap(({ textV1 }) => (textV1?.isDone ? [textV1.messageId] : []));
  expect(ends).toEqual([answerId, newer, answerId]);
  const changes = "SELECT count(*) AS n FROM audit_events WHERE target_id IN (?, ?) AND actor_id = ?";
  expect(await countOf(changes, answerId, newer ?? "", place.owner)).toBe(2);
}

/**
 * Asks and stops the answer once the question is accepted, with the planned fault. The first outcome stays,
 * and clients receive it once.
 * @returns the answer's final state
 */
export async function runStopScenario(
  workplace: Workplace,
  owner: Person,
  planned: Planned,
): Promise<{ plan: FaultPlan; end: string }> {
  const place = await addThread(workplace);
  const messageId = newId("msg");
  let end = "";
  const plan = await troubled(place, planned, async ({ during, plan: fault }) => {
    await during(postUntilAccepted(place, promptOf(place, QUESTION, { messageId })));
    await during(stopAnswer(owner, place.threadId, messageId).then(({ status }) => expect(status).toBe(200)));
    const [, found] = await storedMessages(place.threadId);
    expect(found?.state).not.toBe("pending");
    await during(drainRoom(place));
    await fault.arrive();
    await drainRoom(place);
    fault.end();
    const [prompt, answer, ...more] = await storedMessages(place.threadId);
    expect({ id: prompt?.id, answer, more }).toEqual({ id: messageId, answer: found, more: [] });
    const frames = await history(place);
    expect(frames.map(({ seq }) => seq)).toEqual(frames.map((_, at) => at + 1));
    const told = frames.flatMap(({ textV1 }) => textV1 ?? []);
    expect(told.filter(({ isDone }) => isDone)).toHaveLength(1);
    const last = told.at(-1)?.provenance.transformationId;
    expect(
      told.flatMap(({ parts, provenance }) => (provenance.transformationId === last ? parts : [])).join(""),
    ).toBe(answer?.content);
    end = answer?.state ?? "";
  });
  return { plan, end };
}

interface Troubled {
  readonly plan: FaultPlan;
  /** Does the work, and evicts the room if that is the planned fault and its step is reached. */
  readonly during: (work: Promise<unknown>) => Promise<void>;
}

async function troubled(
  place: Workplace,
  planned: Planned,
  tell: (troubled: Troubled) => Promise<void>,
): Promise<FaultPlan> {
  const plan = planFault(place.threadId, planned);
  try {
    await tell({ plan, during: async (work) => await evictDuring(place, plan, work) });
  } catch (error) {
    throw new Error(`${planned.fault} at step ${planned.nth}, ${plan.happenedAt() ?? "not reached"}`, {
      cause: error,
    });
  } finally {
    plan.end();
  }
  return plan;
}

/** The replaced versions, according to the frames. */
function replacements(frames: readonly Frame[]) {
  return frames.flatMap(({ textV1 }) => {
    const { replaces = "" } = (textV1?.provenance ?? {}) as { readonly replaces?: string };
    return replaces === "" ? [] : [[textV1?.messageId, replaces]];
  });
}
