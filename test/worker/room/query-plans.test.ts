import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { answerScopeQueries } from "../../../src/storage/d1/answers/answer-scope.ts";
import { findScopeDocuments } from "../../../src/storage/d1/answers/scope-documents.ts";
import {
  citeStatements,
  endStatements,
  isBeingWritten,
  restartStatements,
  storedAnswerQueries,
} from "../../../src/storage/d1/answers/answers.ts";
import { areCitable, citableSources } from "../../../src/storage/d1/answers/citable-sources.ts";
import { createDatabase, type Statement } from "../../../src/storage/d1/core/database.ts";
import {
  findThreadLabel,
  isActiveThread,
  type MessageBatch,
  postAssertions,
  postStatements,
  storedMessageQueries,
} from "../../../src/storage/d1/threads/messages.ts";
import { threadView } from "../../../src/storage/d1/threads/thread-view.ts";
import { testEnv } from "../../support/setup/env.ts";
import { queryPlanOf } from "../../support/assertions/query-plan.ts";

const db = createDatabase(testEnv.DB);
const [threadId, messageId, userId, at] = [newId("thread"), newId("msg"), newId("user"), new Date(0)];
const sources = [{ assetId: newId("asset"), version: "v" }];
const place = {
  start: 0,
  end: 1,
  page: 0,
  locator: null,
  chunkId: "chunk",
  quote: "q",
  said: "",
  support: "quoted",
} as const;

const message = {
  messageId,
  rowId: newId("msg"),
  threadId,
  kind: "prompt" as const,
  content: "x",
  recipients: [],
  worldKnowledge: false,
  authorId: userId,
  acceptedAt: 0,
  label: "x",
  ifVersion: 1,
  answer: {
    messageId: newId("msg"),
    transformationId: "inter",
    askedAs: "inter",
    verification: "" as const,
    named: [
      { role: "only" as const, kind: "asset" as const, grouping: 0, targetId: newId("asset") },
      { role: "mention" as const, kind: "collection" as const, grouping: 1, targetId: newId("col") },
    ],
  },
  isCampaign: false,
};
const ofCampaign = { ...message, isCampaign: true };
const text = { ...message, kind: "text" as const, answer: null, ifVersion: null };
const texts: MessageBatch = [
  text,
  ...Array.from({ length: 49 }, () => ({ ...text, messageId: newId("msg"), authorId: newId("user") })),
];
const asked = { askerId: userId, threadId, answerMessageId: messageId };
const plain = { ...asked, answerMessageId: null };
const ended = {
  messageId,
  threadId,
  state: "done" as const,
  content: "x",
  textSuggestions: [],
  inputTokens: 0,
  outputTokens: 0,
  model: "",
  droppedSentences: 0,
  sentences: [],
  passedOver: [],
  citations: sources.map((source) => ({ id: newId("cite"), ...place, ...source })),
};
const asserts = [
  ...[[message] as const, [ofCampaign] as const, texts].flatMap(postAssertions).map(({ holds }) => holds),
  isBeingWritten(messageId, "inter"),
  isActiveThread(threadId),
  areCitable(asked, sources),
  areCitable(plain, sources),
];

const statements: Record<string, Statement[]> = {
  "the asker's scope": Object.values(answerScopeQueries(db, userId, threadId, messageId)),
  "the documents in the asker's scope": [findScopeDocuments(db, sql`${userId}`, threadId, messageId)],
  "the thread's scope as it is": Object.values(answerScopeQueries(db, userId, threadId, null)),
  "the check of the passages": [citableSources(db, asked, sources)],
  "the assertions": asserts.map((holds) => db.build.all(sql`SELECT ${holds}`)),
  "a post": postStatements(db, [message]),
  "a post with its answer": [
    ...postStatements(db, [message], { answer: ended, at }),
    ...citeStatements(db, ended, at),
  ],
  "a frame of a campaign": postStatements(db, [ofCampaign]),
  "texts of a crowd": [...postStatements(db, texts), findThreadLabel(db, threadId)],
  "what is mentioned": [threadView(db, sql`${userId}`, threadId).mentions],
  "an answer": endStatements(db, ended, at),
  "an answer begun again": restartStatements(db, { messageId, threadId, transformationId: "inter", at }),
  "what is recognised and adopted": [
    ...Object.values(storedMessageQueries(db, threadId, [messageId, newId("msg")])),
    ...Object.values(storedAnswerQueries(db, messageId)),
  ],
};

/**
 * Permitted scans: bound lists, the ids along a path, the scope's own roots, and the displayed part of a
 * thread.
 */
const ALLOWED =
  /^SCAN (\w+ VIRTUAL TABLE|\d+-ROW VALUES|roots|tops?|removed|named|newest|below|taken|listed|twice|said|any_at_all|n?m|CONSTANT ROW|\(subquery-\d+\))/;

test.each(Object.entries(statements))("%s finds every row through an index", async (_, all) => {
  for (const statement of all) {
    const scans = (await queryPlanOf(statement)).filter(
      (detail) => detail.startsWith("SCAN") && !ALLOWED.test(detail),
    );
    expect(scans).toEqual([]);
  }
});
