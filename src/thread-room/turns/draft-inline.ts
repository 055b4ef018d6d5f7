import { type Draft, draftAnswer } from "../../answering/draft-answer.ts";
import type { IndexReader } from "../../answering/question-search.ts";
import { Retrieval } from "../../answering/retrieval.ts";
import type { AnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import type { Reader } from "../../models/reader.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import type { MessageTurn } from "../queue/turn-store.ts";
import { withDeadline } from "./deadline.ts";
import { questionOf } from "./question-of.ts";

/** Returns the index of an organization. */
export type IndexOf = (organizationId: string) => IndexReader;

/** Returns the reader that works for an organization, or null if none runs. */
export type ReaderOf = (organizationId: string) => Reader | null;

/** Share of the wait for one reading. A follow-up may need two. */
const READING_SHARE = 0.4;

interface Asked {
  /**
   * The sources that the asker may use, which the room has just read. The batch that stores the answer
   * asserts them again.
   */
  readonly scope: AnswerScope;
  /** Time to wait for the index and the reader, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Drafts the answer of a question that D1 has not stored yet.
 * @returns null if the index is slow or fails; the regular attempt then reports the error
 */
export async function draftInline(
  db: Database,
  { indexOf, readerOf }: { readonly indexOf: IndexOf; readonly readerOf: ReaderOf },
  turn: MessageTurn,
  { scope, waitMs }: Asked,
): Promise<Draft | null> {
  const question = questionOf(turn);
  const { organizationId } = turn;
  const ctx = {
    db,
    index: indexOf(organizationId),
    reader: readerOf(organizationId),
    readTimeoutMs: READING_SHARE * waitMs,
    onStep: () => {},
  };
  try {
    const found = await withDeadline(new Retrieval(ctx, question, scope).find(false), waitMs);
    return await draftAnswer(question, scope, found, false);
  } catch {
    return null;
  }
}
