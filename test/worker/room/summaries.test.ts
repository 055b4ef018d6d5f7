import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Env } from "../../../src/env.ts";
import { type LanguageModel, ModelError, type TextRequest } from "../../../src/models/language-model.ts";
import { platformOf } from "../../../src/platform.ts";
import { crashRoom } from "../../support/faults/crash-room.ts";
import { ownerOf } from "../../support/faults/version-scenario.ts";
import { call } from "../../support/http/call.ts";
import { changesOf } from "../../support/rows/knowledge-change.ts";
import { countOf, storedMessages } from "../../support/rows/stored-messages.ts";
import {
  createDocument,
  createWorkplace,
  history,
  openRoom,
  post,
  promptOf,
  type Workplace,
} from "../../support/rows/workplace.ts";
import { WAIT } from "../../support/setup/wait.ts";

const REQUEST = "Summarize this document";
const CHAPTERS = Array.from(
  { length: 12 },
  (_, at) => `# Chapter ${at + 1}\n\nThe topic of chapter ${at + 1} is ${"very ".repeat(250)}important.`,
);

let place: Workplace;
let assetId: string;
let removeModels = (): void => {};

beforeEach(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  place = await createWorkplace();
  assetId = await createDocument(place, place.home, CHAPTERS);
});

afterEach(() => {
  removeModels();
  vi.restoreAllMocks();
});

interface Reader extends LanguageModel {
  /** The chapters of each request for notes. */
  readonly notes: number[][];
  /** Requests that hang. */
  readonly hanging: (() => void)[];
}

/**
 * A model with a small window. Its notes and its answer name the chapters that it reads.
 * @param answering the answer waits for this promise
 */
function createReader(
  stepOf: (chapters: readonly number[]) => "notes" | "hang" | "fail",
  answering = Promise.resolve(),
): Reader {
  const notes: number[][] = [];
  const hanging: (() => void)[] = [];
  return {
    id: "reader",
    contextWindow: 2_048,
    notes,
    hanging,
    async *write({ messages, signal }: TextRequest) {
      const [rules, input] = messages.map(({ content }) => content);
      if (rules?.includes("take notes") === true) {
        const lines = [...(input ?? "").matchAll(/⟨(\d+)⟩ The topic of chapter (\d+)/g)];
        const chapters = lines.map(([, , chapter]) => Number(chapter));
        notes.push(chapters);
        const step = stepOf(chapters);
        if (step === "fail") throw new ModelError("refused", "No.");
        if (step === "hang")
          await new Promise<never>((_, reject) => {
            hanging.push(() => {});
            signal.addEventListener("abort", () => reject(signal.reason as Error));
          });
        const points = lines.map(([, number, chapter]) => `Chapter ${chapter} matters [${number}].`);
        yield { kind: "part" as const, text: points.join("\n") };
      } else {
        await answering;
        const points = (input ?? "").match(/Chapter \d+ matters.*/g) ?? ["NONE"];
        yield { kind: "part" as const, text: points.join("\n\n") };
      }
      yield { kind: "end" as const, isWhole: true };
    },
  };
}

async function use(model: LanguageModel): Promise<void> {
  const env = await runInDurableObject(
    openRoom(place),
    (instance) => (instance as unknown as { readonly env: Env }).env,
  );
  const models = platformOf(env).languageModels() as LanguageModel[];
  models.push(model);
  removeModels = () => (models.length = 0);
}

async function untilAnswered(): Promise<void> {
  const pending = "SELECT count(*) AS n FROM messages WHERE thread_id = ? AND state = 'pending'";
  while ((await countOf(pending, place.threadId)) > 0) await runDurableObjectAlarm(openRoom(place));
}

/** The messages about the progress of the document, in order. */
async function progressMessages(): Promise<string[]> {
  return changesOf(await history(place)).flatMap(({ progress }) => {
    const state = progress[assetId];
    return state?.step === "summarize" && state.lifecycleState === "ready" ? [state.message] : [];
  });
}

const notesKept = async (): Promise<number> =>
  await runInDurableObject(
    openRoom(place),
    (_, { storage }) => storage.sql.exec<{ n: number }>("SELECT count(*) AS n FROM turn_notes").one().n,
  );

test("a summary of a document that exceeds the window reads every part, tells its progress, and cites lines of the parts", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const model = createReader(() => "notes", promise);
  await use(model);
  await post(openRoom(place), promptOf(place, REQUEST));
  await vi.waitUntil(async () => {
    const last = (await progressMessages()).at(-1)?.match(/\d+/g) ?? ["", "unknown"];
    return last[0] === last[1];
  }, WAIT);
  resolve();
  await untilAnswered();
  const [, answer] = await storedMessages(place.threadId);
  expect(answer).toMatchObject({ state: "done" });
  const chapters = Array.from({ length: 12 }, (_, at) => at + 1);
  expect(model.notes.flat().toSorted((one, other) => one - other)).toEqual(chapters);
  for (const chapter of chapters)
    expect(answer?.content).toContain(`Chapter ${chapter} matters [${chapter}].`);
  const parts = model.notes.length;
  expect(parts).toBeGreaterThan(4);
  const told = await progressMessages();
  expect(told[0]).toBe(`0 of ${parts} parts are read.`);
  expect(told.at(-1)).toBe(`${parts} of ${parts} parts are read.`);
  expect(told.length).toBeLessThanOrEqual(11);
  expect(await notesKept()).toBe(0);
});

test("after a crash, the next attempt reads only the parts without notes", async () => {
  let isStuck = true;
  const model = createReader((chapters) => (isStuck && chapters.includes(9) ? "hang" : "notes"));
  await use(model);
  await post(openRoom(place), promptOf(place, REQUEST));
  await vi.waitUntil(() => model.hanging.length > 0 && model.notes.flat().includes(12), {
    interval: 1,
    ...WAIT,
  });
  await vi.waitUntil(async () => (await notesKept()) === model.notes.length - 1, { interval: 1, ...WAIT });
  const taken = model.notes.length;
  isStuck = false;
  await crashRoom(openRoom(place));
  removeModels();
  await use(model);
  await untilAnswered();
  const [, answer] = await storedMessages(place.threadId);
  expect(answer?.content).toContain("Chapter 9 matters [");
  expect(model.notes.slice(taken).map((chapters) => chapters.includes(9))).toEqual([true]);
  expect(await notesKept()).toBe(0);
});

test("an answer names the number of parts that the model could not read", async () => {
  const model = createReader((chapters) => (chapters.includes(3) ? "fail" : "notes"));
  await use(model);
  await post(openRoom(place), promptOf(place, REQUEST));
  await untilAnswered();
  const [, answer] = await storedMessages(place.threadId);
  expect(answer?.content).toContain("Chapter 5 matters");
  expect(answer?.content).not.toContain("Chapter 3 matters");
  expect(
    answer?.content.endsWith(`Parts of the documents that this answer leaves out: 1/${model.notes.length}.`),
  ).toBe(true);
});

test("stopping a summary ends its requests and deletes its notes", async () => {
  const model = createReader((chapters) => (chapters.includes(9) ? "hang" : "notes"));
  await use(model);
  const { messageId } = await post(openRoom(place), promptOf(place, REQUEST));
  await vi.waitUntil(() => model.hanging.length > 0, { interval: 1, ...WAIT });
  const owner = await ownerOf(place);
  const path = `/v1/threads/${place.threadId}/messages/${messageId}/answer`;
  expect((await call("DELETE", path, { token: owner.token })).status).toBe(200);
  await vi.waitUntil(async () => (await notesKept()) === 0, { interval: 1, ...WAIT });
  const [, answer] = await storedMessages(place.threadId);
  expect(answer).toMatchObject({ state: "cancelled" });
  expect(await openRoom(place).waitForAnswer(messageId, 1)).toEqual({ done: true });
});
