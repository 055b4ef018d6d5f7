import { expect, test } from "vitest";
import { answerTurn } from "../../../src/answering/answer-turn.ts";
import type { IndexReader } from "../../../src/answering/retrieval.ts";
import { NO_LIMITS } from "../../../src/answering/answer-limits.ts";
import type { Answerer } from "../../../src/answering/answerer.ts";
import { extractiveAnswerer } from "../../../src/answering/extraction/extractive-answerer.ts";
import { retryAnswer } from "../../../src/answering/retry-answer.ts";
import { sampling } from "../../../src/domain/events.ts";
import type { Id } from "../../../src/domain/ids.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { testEnv } from "../../support/setup/env.ts";
import { createDocument, createWorkplace, openRoom, post, promptOf } from "../../support/rows/workplace.ts";
import { storedMessages } from "../../support/rows/stored-messages.ts";

const { DB, KNOWLEDGE_INDEX } = testEnv;
const OPENED = "The harbour of Brackwater opened in 1871 after nine years of work.";
const SECRET = "The harbour of Brackwater opened in 1871, and its gate is 4711.";
const QUESTION = "When did the harbour of Brackwater open?";

test("with listeners present, the model receives only passages that D1 confirms, whatever else the index contains", async () => {
  const place = await createWorkplace();
  await createDocument(place, place.home, [OPENED]);
  const gone = await createDocument(place, place.home, [SECRET]);
  // The test deletes the document in D1 only, so the index still contains it.
  await DB.prepare("UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?").bind(gone).run();
  const given: string[][] = [];
  const answerer: Answerer = {
    answer: (request) => {
      given.push(request.passages.map(({ text }) => text));
      return extractiveAnswerer.answer(request);
    },
  };
  const { messageId } = await post(openRoom(place), promptOf(place, QUESTION));
  await openRoom(place).waitForAnswer(messageId, 30_000);
  const [asked, answered] = await storedMessages(place.threadId);
  await DB.prepare("UPDATE messages SET state = 'pending' WHERE id = ?")
    .bind(answered?.row_id ?? "")
    .run();
  await DB.prepare("DELETE FROM citations WHERE thread_id = ?").bind(place.threadId).run();
  const question = {
    threadId: place.threadId,
    organizationId: place.organizationId,
    askerId: place.owner,
    question: asked?.content ?? "",
    answerMessageId: (answered?.row_id ?? "") as Id<"msg">,
    transformationId: answered?.transformation_id ?? "",
    limits: NO_LIMITS,
    sampling: sampling.parse({}),
    model: "",
    operation: "postMessage" as const,
    operationId: "op_test",
  };
  const db = createDatabase(DB);
  const begun = await retryAnswer(db, question, new Date(), true);
  if ("answer" in begun) throw new Error("it has ended");
  const stub = KNOWLEDGE_INDEX.getByName(`${place.organizationId}/0`);
  const index: IndexReader = {
    embedder: null,
    search: async (input) => await stub.search(input),
    readLeadPassages: async (input) => await stub.readLeadPassages(input),
  };
  const writing = { answerer, onDraft: () => {}, isShown: true, signal: new AbortController().signal };
  const { answer } = await answerTurn(
    { db, now: () => new Date(), index, reader: null, onStep: () => {}, writing },
    question,
    begun.scope,
  );
  expect(answer.content).toContain(OPENED);
  expect(given).toEqual([[OPENED]]);
});
