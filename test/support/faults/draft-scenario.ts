import { setTimeout as pause } from "node:timers/promises";
import { expect, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { type AcceptInput, PLAIN_PROMPT } from "../../../src/thread-room/api.ts";
import { addThread } from "../rows/add-thread.ts";
import { DraftFollower } from "../assertions/draft-follower.ts";
import { testEnv } from "../setup/env.ts";
import { crashRoom } from "./crash-room.ts";
import type { Person } from "../http/person.ts";
import { drainRoom } from "./drain-room.ts";
import {
  createDocument,
  createFolder,
  history,
  openRoom,
  promptOf,
  type Workplace,
} from "../rows/workplace.ts";
import { storedMessages } from "../rows/stored-messages.ts";
import type { ModelBehavior } from "../fixtures/use-models.ts";
import { stopAnswer } from "../http/answer-versions.ts";
import { postUntilAccepted } from "./version-scenario.ts";

const { DB } = testEnv;
export const OPENED = "The harbour of Brackwater opened in 1871 after nine years of work.";
export const LAMP = "The lamp of the harbour of Brackwater burnt oil until 1957.";
const QUESTION = "When did the harbour of Brackwater open?";

export type DraftStep =
  | { readonly kind: "ask"; readonly mood: ModelBehavior }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "stop"; readonly pick: number }
  | { readonly kind: "crash" | "come back" | "withdraw" };

type MessageId = NonNullable<AcceptInput["messageId"]>;

/**
 * A thread with model-written answers, the steps on it, and the invariants that must hold. Needs a faked
 * `Date`.
 */
export class DraftScenario {
  readonly #place: Workplace;
  readonly #owner: Person;
  readonly #lampId: string;
  readonly #follower: DraftFollower;
  readonly #asked: AcceptInput[] = [];
  readonly #stopped = new Set<string>();
  /** Answers that were pending when one of their sources was deleted. */
  #mayNotCite: readonly string[] | null = null;

  private constructor(place: Workplace, owner: Person, lampId: string) {
    this.#place = place;
    this.#owner = owner;
    this.#lampId = lampId;
    this.#follower = new DraftFollower(place);
  }

  static async begin(workplace: Workplace, owner: Person): Promise<DraftScenario> {
    const home = await createFolder(workplace, workplace.root);
    await createDocument(workplace, home, [OPENED]);
    const lampId = await createDocument(workplace, home, [LAMP]);
    const scenario = new DraftScenario(await addThread({ ...workplace, home }), owner, lampId);
    await scenario.#follower.connect();
    return scenario;
  }

  get drafts(): number {
    return this.#follower.drafts;
  }

  async take(step: DraftStep): Promise<void> {
    switch (step.kind) {
      case "ask":
        return await this.#ask(step.mood);
      case "wait":
        // Without this the room's clock, which spaces out drafts, stands still.
        vi.setSystemTime(Date.now() + step.ms);
        return await pause(step.ms);
      case "stop":
        return await this.#stop(step.pick);
      case "crash":
        return await crashRoom(openRoom(this.#place));
      case "come back":
        return await this.#follower.connect();
      case "withdraw":
        return await this.#withdraw();
      default:
        return step satisfies never;
    }
  }

  /** Lets all work finish and checks the result. */
  async end(): Promise<void> {
    for (const input of this.#asked) {
      await postUntilAccepted(this.#place, input);
      // Without this the test would wait for the model timeout.
      if (input.extras?.model === "hanging") await this.#stopUntilEnded(input.messageId ?? "");
    }
    await drainRoom(this.#place);
    const asked = this.#asked.map(({ messageId }) => messageId as string).toSorted(byText);
    await expectOneEndEach(this.#place, { asked, stopped: this.#stopped });
    await expectNotCited(this.#place, this.#lampId, this.#mayNotCite ?? []);
    await expectOneLog(this.#place, this.#lampId);
    await pause(20);
    expectVoid(this.#follower);
  }

  close(): void {
    this.#follower.leave();
  }

  async #ask(mood: ModelBehavior): Promise<void> {
    const messageId = newId("msg") as MessageId;
    const input = promptOf(this.#place, QUESTION, { messageId, extras: { ...PLAIN_PROMPT, model: mood } });
    this.#asked.push(input);
    await openRoom(this.#place)
      .accept(input)
      .catch(() => null);
  }

  async #stop(pick: number): Promise<void> {
    const input = this.#asked[pick % Math.max(1, this.#asked.length)];
    if (input !== undefined) await this.#stopUntilEnded(input.messageId ?? "", 1);
  }

  async #stopUntilEnded(messageId: string, tries = 20): Promise<void> {
    for (let tried = 0; tried < tries; tried += 1) {
      const { status } = await stopAnswer(this.#owner, this.#place.threadId, messageId).catch(() => ({
        status: 503,
      }));
      if (status !== 200) continue;
      this.#stopped.add(messageId);
      return;
    }
  }

  /** Deletes a document without notifying the index, which may lag. */
  async #withdraw(): Promise<void> {
    if (this.#mayNotCite !== null) return;
    await DB.prepare("UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?").bind(this.#lampId).run();
    const pending =
      "SELECT id FROM messages WHERE thread_id = ? AND in_reply_to IS NOT NULL AND state = 'pending'";
    this.#mayNotCite = (
      await DB.prepare(pending).bind(this.#place.threadId).all<{ id: string }>()
    ).results.map(({ id }) => id);
  }
}

const byText = (one: string | null, other: string | null): number => (one ?? "").localeCompare(other ?? "");

const answersIn = async (threadId: string) =>
  (await storedMessages(threadId)).filter(({ in_reply_to: of }) => of !== null);

async function expectOneEndEach(
  { threadId }: Workplace,
  { asked, stopped }: { readonly asked: readonly string[]; readonly stopped: ReadonlySet<string> },
): Promise<void> {
  const stored = await storedMessages(threadId);
  const questions = stored.flatMap(({ id, in_reply_to: of }) => (of === null ? [id] : []));
  expect(questions.toSorted(byText)).toEqual(asked);
  const answers = await answersIn(threadId);
  expect(answers.map(({ in_reply_to: of }) => of).toSorted(byText)).toEqual(asked);
  for (const { state, in_reply_to: of } of answers)
    expect([of, state]).toEqual([of, expect.stringMatching(/^(?:done|cancelled)$/)]);
  const cancelled = answers.flatMap(({ state, in_reply_to: of }) =>
    state === "cancelled" ? [of ?? ""] : [],
  );
  expect(cancelled.filter((of) => !stopped.has(of))).toEqual([]);
}

async function expectNotCited(
  { threadId }: Workplace,
  assetId: string,
  answerIds: readonly string[],
): Promise<void> {
  const citing = DB.prepare(
    "SELECT DISTINCT message_id AS id FROM citations WHERE thread_id = ? AND asset_id = ?",
  );
  const { results } = await citing.bind(threadId, assetId).all<{ id: string }>();
  expect(results.filter(({ id }) => answerIds.includes(id))).toEqual([]);
}

async function expectOneLog(place: Workplace, withdrawnId: string): Promise<void> {
  // A room does not resend events that quote deleted documents.
  await DB.prepare("UPDATE assets SET lifecycle_state = 'ready' WHERE id = ?").bind(withdrawnId).run();
  const frames = await history(place);
  expect(frames.map(({ seq }) => seq)).toEqual(frames.map((_, at) => at + 1));
  const ends = frames.flatMap(({ textV1 }) =>
    textV1?.isDone === true ? [[textV1.messageId, textV1.provenance.transformationId]] : [],
  );
  const answers = (await answersIn(place.threadId)).map(({ id, transformation_id: by }) => [id, by]);
  const sorted = (pairs: readonly (readonly unknown[])[]) =>
    pairs.map((pair) => JSON.stringify(pair)).toSorted(byText);
  expect(sorted(ends)).toEqual(sorted(answers));
}

function expectVoid({ faults, open }: DraftFollower): void {
  expect([faults, open]).toEqual([[], []]);
}
