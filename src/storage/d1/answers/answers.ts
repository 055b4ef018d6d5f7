import { eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import type { AnswerState } from "../../../domain/answer-state.ts";
import { type Locator, storedLocator } from "../../../domain/locator.ts";
import { type Id, SERVICE_USER_ID } from "../../../domain/ids.ts";
import type { PassedOver } from "../../../domain/model-choice.ts";
import type { AnswerSentence, Support } from "../../../domain/support.ts";
import type { ModelCounts, ModelUsage } from "../../../domain/usage.ts";
import { listOf } from "../core/access.ts";
import { askerOf } from "./answer-scope.ts";
import type { Database, Statement } from "../core/database.ts";
import { touchRecentAssets } from "../assets/recent-assets.ts";
import { citations, messages } from "../schema/threads.ts";
import { bumpThread } from "../threads/bump-thread.ts";

export interface EndedAnswer {
  readonly messageId: Id<"msg">;
  readonly threadId: Id<"thread">;
  readonly state: Exclude<AnswerState, "pending">;
  readonly content: string;
  readonly textSuggestions: readonly string[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly model: string;
  /** Number of model sentences that failed verification. */
  readonly droppedSentences: number;
  /** Marked parts of `content`, in order. */
  readonly sentences: readonly AnswerSentence[];
  readonly passedOver: readonly PassedOver[];
  /** Model usage of this answer; absent if no model was called. */
  readonly spent?: ModelUsage;
  /** Counts of the metrics; absent if no model was called. */
  readonly counts?: ModelCounts;
  readonly citations: readonly NewCitation[];
}

export interface NewCitation {
  readonly id: Id<"cite">;
  readonly assetId: Id<"asset">;
  readonly chunkId: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
  readonly page: number;
  /** Start of the quote in terms of the document's format, such as a page. */
  readonly locator: Locator | null;
  readonly version: string;
  /**
   * Sentences of the answer that paraphrase the quote, one per line; "": the answer contains the quote
   * itself.
   */
  readonly said: string;
  readonly support: Support | "";
}

/** A citation binds 14 values, and D1 binds at most 100 per statement. */
const CITATIONS_PER_STATEMENT = 7;

/** The stored answer and its citations in order. */
export function storedAnswerQueries({ build }: Database, answerMessageId: Id<"msg">) {
  return {
    answer: build.select().from(messages).where(eq(messages.id, answerMessageId)),
    answerCitations: build
      .select({
        ...getTableColumns(citations),
        displayName: sql<string | null>`cited.display_name`.as("displayName"),
      })
      .from(citations)
      .leftJoin(sql`assets cited`, sql`cited.id = ${citations.assetId}`)
      .where(eq(citations.messageId, answerMessageId))
      .orderBy(citations.ordinal),
  };
}

/** Whether the answer is pending and this transformation generates it. */
export function isBeingWritten(answerMessageId: string, transformationId: string | null): SQL<boolean> {
  const sameOne = transformationId === null ? sql`` : sql` AND transformation_id = ${transformationId}`;
  return sql<boolean>`EXISTS (SELECT 1 FROM messages WHERE id = ${answerMessageId} AND state = 'pending'${sameOne})`;
}

/**
 * Restarts the answer under a new transformation. Afterwards `isBeingWritten` rejects writes of the old
 * transformation.
 */
export function restartStatements(
  { build }: Database,
  answer: { messageId: Id<"msg">; threadId: Id<"thread">; transformationId: string; at: Date },
) {
  const { messageId, threadId, transformationId, at } = answer;
  const restarted = build
    .update(messages)
    .set({ transformationId, version: sql`${messages.version} + 1`, modifiedAt: at })
    .where(eq(messages.id, messageId));
  return [restarted, bumpThread(build, threadId, SERVICE_USER_ID, at, { added: 0, label: "" })];
}

/** Ends the answer, stores its citations and updates the cited assets. Requires `isBeingWritten`. */
export function endStatements(db: Database, answer: EndedAnswer, at: Date): Statement[] {
  const { build } = db;
  const ended = build
    .update(messages)
    .set({ ...endedColumns(answer), version: sql`${messages.version} + 1`, modifiedAt: at })
    .where(eq(messages.id, answer.messageId));
  const move = bumpThread(build, answer.threadId, SERVICE_USER_ID, at, { added: 0, label: "" });
  return [ended, ...citeStatements(db, answer, at), move];
}

/** The message columns that an ended answer sets. */
export function endedColumns(answer: EndedAnswer) {
  const { state, content, inputTokens, outputTokens, model, droppedSentences } = answer;
  return {
    state,
    content,
    textSuggestions: JSON.stringify(answer.textSuggestions),
    inputTokens,
    outputTokens,
    model,
    droppedSentences,
    sentences: JSON.stringify(answer.sentences),
    passedOver: JSON.stringify(answer.passedOver),
  };
}

/**
 * Stores the citations of an existing answer message and updates the cited assets. A citation sets the
 * asset's `lastReferencedAt` and raises its version. `modifiedAt` stays, because nobody edited the asset.
 * Quotes are bound values, because SQLite's JSON ends a text at U+0000.
 */
export function citeStatements(db: Database, answer: EndedAnswer, at: Date): Statement[] {
  if (answer.citations.length === 0) return [];
  const assetIds = [...new Set(answer.citations.map((citation) => citation.assetId))];
  const rows = answer.citations.map(({ version, locator, ...citation }, position) => ({
    ...citation,
    locator: storedLocator(locator),
    threadId: answer.threadId,
    messageId: answer.messageId,
    ordinal: position + 1,
    textVersion: version,
  }));
  const groups = Array.from({ length: Math.ceil(rows.length / CITATIONS_PER_STATEMENT) }, (_, group) =>
    rows.slice(group * CITATIONS_PER_STATEMENT, (group + 1) * CITATIONS_PER_STATEMENT),
  );
  return [
    ...groups.map((group) => db.build.insert(citations).values(group)),
    touchRecentAssets(db, askerOf(answer.messageId), assetIds, at),
    db.build.run(
      sql`UPDATE assets SET last_referenced_at = ${at.getTime()}, version = version + 1 WHERE id IN (SELECT value FROM ${listOf(assetIds)})`,
    ),
  ];
}
