import { expect, test } from "vitest";
import { answerTurn } from "../../../src/answering/answer-turn.ts";
import type { IndexReader } from "../../../src/answering/question-search.ts";
import type { Answerer } from "../../../src/answering/answerer.ts";
import { extractiveAnswerer } from "../../../src/answering/extraction/extractive-answerer.ts";
import { retryAnswer } from "../../../src/answering/retry-answer.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { testEnv } from "../../support/setup/env.ts";
import { createDocument, createWorkplace, openRoom, post, promptOf } from "../../support/rows/workplace.ts";
import { reopenedQuestion } from "../../support/fixtures/reopened-question.ts";

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
  const question = await reopenedQuestion(place);
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
