import type { Draft } from "../../answering/draft-answer.ts";
import type { FinishedAnswer } from "../../answering/finalize-answer.ts";
import { answerScopeQueries, toAnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import type { Database, Rows, Statement } from "../../storage/d1/core/database.ts";
import { findThreadLabel } from "../../storage/d1/threads/messages.ts";
import { answerEvents, messageEvent } from "../protocol/message-events.ts";
import type { MessageTurn } from "../queue/turn-store.ts";
import { type Stored, stored } from "./turn-outcome.ts";

/** The queries for the data of the turn's events. */
export function eventReads(
  db: Database,
  turn: MessageTurn,
  draft: Draft | null = null,
): Record<string, Statement> {
  if (turn.kind === "text") return { labelled: findThreadLabel(db, turn.threadId) };
  if (turn.answerMessageId === null || draft !== null) return {};
  return answerScopeQueries(db, turn.author.userId, turn.threadId, turn.answerMessageId);
}

/**
 * @param rows results of the queries of `eventReads`
 * @param written the complete answer of a question and the time of its end, if D1 stored both together
 */
export function storedOf(
  turn: MessageTurn,
  rows: Record<string, unknown>,
  written: { readonly answer: FinishedAnswer; readonly at: Date } | null = null,
): Stored {
  const { labelled, ...scopeRows } = rows as Partial<Rows<{ labelled: ReturnType<typeof findThreadLabel> }>>;
  const answer = written?.answer ?? null;
  const scope =
    answer?.scope ??
    (turn.answerMessageId === null ? null : toAnswerScope(scopeRows as Parameters<typeof toAnswerScope>[0]));
  const events = [
    messageEvent(turn, scope, labelled?.[0]?.label ?? ""),
    ...(written === null ? [] : answerEvents(turn, written.answer, written.at.getTime())),
  ];
  return stored(events, { scope, answered: answer && { units: answer.inputTokens + answer.outputTokens } });
}
