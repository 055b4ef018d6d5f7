import { afterAll, beforeAll, expect, test } from "vitest";
import { draftAnswer } from "../../src/answering/draft-answer.ts";
import type { Retrieved } from "../../src/answering/retrieval.ts";
import { type ChatServer, startChatServer } from "../support/fixtures/chat-server.ts";
import { answererOf } from "../support/fixtures/answerer-of.ts";
import { OPENED, passageOf, REQUEST, wordsOf } from "../support/fixtures/model-request.ts";
import { emptyScope, plainQuestion } from "../support/fixtures/plain-question.ts";
import type { ChatBehavior } from "../support/fixtures/chat-server.ts";

let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer();
});
afterAll(() => server.close());

/** 60 passages of 60 documents, the answer in the first one. */
const FOUND: Retrieved = {
  passages: Array.from({ length: 60 }, (_, at) =>
    passageOf(at === 0 ? OPENED : wordsOf(at), { assetId: `asset_${at}`, chunkId: `c${at}` }),
  ),
  coverage: 1,
  topic: "",
};

async function sourcesBy(behaviour: ChatBehavior, found = FOUND): Promise<readonly string[]> {
  const answerer = answererOf(server, [behaviour], () => ({})).named("");
  const writing = { answerer, onDraft: () => {}, isShown: true, signal: new AbortController().signal };
  const question = plainQuestion(REQUEST.question);
  const { sources } = await draftAnswer(question, emptyScope(), found, true, writing);
  return sources.map(({ assetId }) => assetId);
}

const upTo = (count: number): string[] => Array.from({ length: count }, (_, at) => `asset_${at}`);

test("the sources of a model's answer are the documents that it received, cited or not", async () => {
  expect((await sourcesBy("paraphrase")).toSorted()).toEqual(upTo(12).toSorted());
});

test("the documents of tool rounds are sources too", async () => {
  const sent = FOUND.passages.slice(20, 22);
  expect((await sourcesBy("paraphrase", { ...FOUND, sent })).toSorted()).toEqual(
    [...upTo(12), "asset_20", "asset_21"].toSorted(),
  );
});

test("the nearest sentences that an abstention cites are sources, and if no model wrote, nothing else", async () => {
  expect((await sourcesBy("none")).toSorted()).toEqual(upTo(12).toSorted());
  expect(await sourcesBy("failing")).toEqual(["asset_0"]);
});
