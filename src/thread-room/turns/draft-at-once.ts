import { type Draft, draftAnswer } from "../../answering/draft-answer.ts";
import { type IndexReader, Retrieval } from "../../answering/retrieval.ts";
import type { AnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import type { MessageTurn } from "../queue/turn-store.ts";
import { withDeadline } from "./deadline.ts";
import { questionOf } from "./question-of.ts";

/** An organization's index. */
export type IndexOf = (organizationId: string) => IndexReader;

interface Asked {
  /** What its asker might use a moment ago; that they still may use what was found is asserted behind the question's rows. */
  readonly scope: AnswerScope;
  /** So long the question waits for the index. */
  readonly waitMs: number;
}

/**
 * The answer of a question that is not stored yet.
 * @returns null when the index is slow or fails: the attempt that comes then says so
 */
export async function draftAtOnce(db: Database, indexOf: IndexOf, turn: MessageTurn, { scope, waitMs }: Asked): Promise<Draft | null> {
  const question = questionOf(turn);
  const ctx = { db, index: indexOf(turn.organizationId), onStep: () => {} };
  try {
    const found = await withDeadline(new Retrieval(ctx, question, scope).find(false), waitMs);
    return await draftAnswer(question, scope, found, false);
  } catch {
    return null;
  }
}
