import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { PLAIN_PROMPT } from "../../../src/thread-room/api.ts";
import { useModels } from "../../support/fixtures/use-models.ts";
import { stopAnswer } from "../../support/http/answer-versions.ts";
import { ownerOf } from "../../support/faults/version-scenario.ts";
import { storedCitations, storedMessages } from "../../support/rows/stored-messages.ts";
import {
  createDocument,
  createWorkplace,
  history,
  listen,
  openRoom,
  promptOf,
  type Workplace,
} from "../../support/rows/workplace.ts";
import { testEnv } from "../../support/setup/env.ts";
import { WAIT } from "../../support/setup/wait.ts";

const TIME_LIMIT_MS = 60_000;
const OPENED = "The harbour of Brackwater opened in 1871 after nine years of work.";
const SUPPORTED = "The harbour of Brackwater has been open since 1871 [1].";
const STOPPED = "This answer was stopped.";

let undo: (() => void) | undefined;

beforeEach(() => {
  for (const name of ["log", "warn"] as const) vi.spyOn(console, name).mockImplementation(() => undefined);
});
afterEach(() => {
  undo?.();
  undo = undefined;
  vi.restoreAllMocks();
});

/** Asks a model of this behavior, and waits until its draft contains the words. */
async function askUntil(place: Workplace, behavior: "interrupted" | "stuck", words: string): Promise<string> {
  undo = await useModels(openRoom(place), [behavior]);
  const { frames } = await listen(place, { drafts: true });
  const messageId = newId("msg");
  const prompt = promptOf(place, "When did the harbour of Brackwater open?", {
    messageId,
    extras: { ...PLAIN_PROMPT, model: behavior },
  });
  expect(await openRoom(place).accept(prompt)).toMatchObject({ ok: true });
  await vi.waitUntil(() => JSON.stringify(frames).includes(words), { interval: 5, ...WAIT });
  return messageId;
}

async function answerIn({ threadId }: Workplace) {
  const answer = (await storedMessages(threadId)).find(({ in_reply_to: of }) => of !== null);
  return { state: answer?.state, content: answer?.content };
}

test(
  "a stopped answer keeps the supported sentences of the model with their citations and marks, and says that it was stopped",
  async () => {
    const place = await createWorkplace();
    const assetId = await createDocument(place, place.home, [OPENED]);
    const owner = await ownerOf(place);
    const messageId = await askUntil(place, "interrupted", "Duke of Wessex");
    const stopped = await stopAnswer(owner, place.threadId, messageId);
    expect({ status: stopped.status, trips: stopped.trips }).toEqual({ status: 200, trips: 2 });
    const content = `${SUPPORTED}\n\n${STOPPED}`;
    expect(await answerIn(place)).toEqual({ state: "cancelled", content });
    expect(await storedCitations(place.threadId)).toMatchObject([{ asset_id: assetId, quote: OPENED }]);
    const told = async () => (await history(place)).find(({ textV1 }) => textV1?.isDone)?.textV1;
    await vi.waitUntil(told, { interval: 5, ...WAIT });
    expect(await told()).toMatchObject({
      parts: [content],
      provenance: {
        state: "cancelled",
        stoppedBy: place.owner,
        processedByModel: "interrupted",
        citations: [{ ordinal: 1, assetId, quote: OPENED, support: "supported" }],
        sentences: [{ start: 0, support: "supported", ordinals: [1] }],
      },
    });
    const [citation] = Object.values<any>(stopped.body.data.knowledgeProvenance.citations);
    expect(citation).toMatchObject({ quote: OPENED, support: "supported", ordinal: 1 });
  },
  TIME_LIMIT_MS,
);

test(
  "a stopped answer keeps nothing if no sentence was proven",
  async () => {
    const place = await createWorkplace();
    await createDocument(place, place.home, [OPENED]);
    const messageId = await askUntil(place, "stuck", "The harbour of");
    expect((await stopAnswer(await ownerOf(place), place.threadId, messageId)).status).toBe(200);
    expect(await answerIn(place)).toEqual({ state: "cancelled", content: STOPPED });
  },
  TIME_LIMIT_MS,
);

test(
  "a stopped answer keeps nothing if a source was withdrawn meanwhile",
  async () => {
    const place = await createWorkplace();
    const assetId = await createDocument(place, place.home, [OPENED]);
    const owner = await ownerOf(place);
    const messageId = await askUntil(place, "interrupted", "Duke of Wessex");
    await testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?")
      .bind(assetId)
      .run();
    expect((await stopAnswer(owner, place.threadId, messageId)).status).toBe(200);
    expect(await answerIn(place)).toEqual({ state: "cancelled", content: STOPPED });
    expect(await storedCitations(place.threadId)).toEqual([]);
  },
  TIME_LIMIT_MS,
);
