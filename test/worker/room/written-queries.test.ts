import { beforeEach, expect, test } from "vitest";
import { answerByModel } from "../../support/fixtures/answer-by-model.ts";
import type { ChatBehavior } from "../../support/fixtures/chat-server.ts";
import { createDocument, createWorkplace, type Workplace } from "../../support/rows/workplace.ts";
import { testEnv } from "../../support/setup/env.ts";

const { DB } = testEnv;
const FRENCH = "Le quai neuf de Brackwater est dans le port depuis 1911, et son ouverture était en mai.";
const ENGLISH = "The harbour of Brackwater opened in 1871 after nine years of work.";
const REWRITTEN = "When did the new quay open?";
const QUERY = "quai neuf ouverture";

let place: Workplace;
beforeEach(async () => {
  place = await createWorkplace();
});

/** Answers the last question again, and checks that the answer counts all usage. */
async function answerWith(behaviour: ChatBehavior, questions: readonly string[]) {
  const { answer, searched, spent } = await answerByModel(place, { behaviour, questions });
  expect(answer.spent).toEqual(spent);
  return { answer, searched };
}

test("a model's query in the language of a document finds it, and provenance shows the rewritten question", async () => {
  const assetId = await createDocument(place, place.home, [FRENCH]);
  await createDocument(place, place.home, [ENGLISH]);
  const { searched, answer } = await answerWith("translating", ["Since when has the berth been usable?"]);
  expect(searched).toEqual(["Since when has the berth been usable?", QUERY]);
  expect(answer.interpretedAs).toBe(REWRITTEN);
  expect(answer.citations.map((citation) => citation.assetId)).toContain(assetId);
});

test("a complete first question in the language of the documents costs no call for queries", async () => {
  await createDocument(place, place.home, [ENGLISH]);
  const question = "When did the harbour of Brackwater open?";
  const { searched, answer } = await answerWith("translating", [question]);
  expect(searched).toEqual([question]);
  expect(answer.interpretedAs).toBe("");
});

test("a question in a conversation is rewritten, and if the model fails, the rules join the questions", async () => {
  await createDocument(place, place.home, [ENGLISH]);
  const first = "When did the harbour of Brackwater open?";
  const { searched } = await answerWith("translating", [first, "After how many years?"]);
  expect(searched).toEqual(["After how many years?", QUERY]);
  const failed = await answerWith("failing", ["And why?"]);
  expect(failed.searched).toEqual(["And why?", `${first} And why?`]);
  expect(failed.answer.interpretedAs).toBe(`${first} And why?`);
});

test("D1 decides which documents a query may find and which titles a model sees", async () => {
  const gone = await createDocument(place, place.home, [FRENCH]);
  await createDocument(place, place.home, [ENGLISH]);
  // The test deletes the document in D1 only, so the index still contains it.
  await DB.prepare("UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?").bind(gone).run();
  const first = "When did the harbour of Brackwater open?";
  const { searched, answer } = await answerWith("translating", [first, "And the new quay?"]);
  expect(searched).toContain(QUERY);
  expect(answer.content).not.toContain("quai");
  expect(answer.citations.map(({ assetId }) => assetId)).not.toContain(gone);
});
