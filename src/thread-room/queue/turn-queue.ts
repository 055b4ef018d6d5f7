import type { ErrorCode } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import { RETRIES, retryDelayMs } from "../../domain/retry-policy.ts";
import type { AnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import type { AcceptedInput, ScopeDelta } from "../api.ts";
import { isCampaign, type Turn, type TurnStore } from "./turn-store.ts";

export const MAX_WAITING_TURNS = 50;
export const MAX_ATTEMPTS = RETRIES.turn.attempts;

export type Enqueued =
  | { readonly kind: "new"; readonly turn: Turn }
  /** The same message is waiting already: the caller shares its fate. */
  | { readonly kind: "resend"; readonly turn: Turn }
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly message: string };

/**
 * Takes a message in, or one more answer to it, with every id fixed. Call it within a transaction.
 * @param scope what the asker may use, read just now; null: not known
 */
export function enqueue(turns: TurnStore, input: AcceptedInput, now: number, scope: AnswerScope | null = null): Enqueued {
  const waiting = input.messageId === null ? null : turns.find(input.messageId);
  if (waiting !== null) {
    if (!isSameMessage(waiting, input)) return { kind: "refused", code: "already_exists", message: "Another message has this id." };
    const resent = isCampaign(input) ? turns.findAsked(waiting.messageId, input.askedAs ?? "") : waiting;
    if (resent !== null) return { kind: "resend", turn: resent };
  }
  if (turns.count() >= MAX_WAITING_TURNS) {
    return {
      kind: "refused",
      code: "resource_exhausted",
      message: `${MAX_WAITING_TURNS} messages are waiting in this thread. Try again in a moment.`,
    };
  }
  const { messagesShown: _, ...message } = input;
  const messageId = input.messageId ?? newId("msg");
  const rowId = input.rowId ?? (input.messageId === null ? messageId : newId("msg"));
  const answerMessageId = input.kind === "promptV2" || input.kind === "askAgain" ? newId("msg") : null;
  return {
    kind: "new",
    turn: turns.add({ ...message, messageId, rowId, answerMessageId, acceptedAt: now }, input.askedAs ?? newId("inter"), scope),
  };
}

export type Step =
  | { readonly kind: "idle" }
  /** The turn at the head may not run before `until`; the others wait behind it. */
  | { readonly kind: "wait"; readonly until: number }
  | { readonly kind: "attempt"; readonly turn: Turn }
  | { readonly kind: "give_up"; readonly turn: Turn };

/** What the alarm does next, once every message is stored: turns are answered one by one in the order of acceptance. */
export function nextStep(turns: TurnStore, now: number): Step {
  const turn = turns.firstStored();
  if (turn === null) return { kind: "idle" };
  if (turn.runAt > now) return { kind: "wait", until: turn.runAt };
  return turn.attempts >= MAX_ATTEMPTS ? { kind: "give_up", turn } : { kind: "attempt", turn };
}

/** @param failures how often it has failed so far, at least 1 */
export function backoffMs(failures: number): number {
  return retryDelayMs(RETRIES.turn, failures);
}

function isSameMessage(turn: Turn, input: AcceptedInput): boolean {
  const { author, kind, content } = input;
  // What waits is shown as its own key may see it: it is nothing for another one.
  const isBySame = turn.author.userId === author.userId && turn.author.key?.keyId === author.key?.keyId;
  const isSame = isBySame && turn.kind === kind && turn.content === content;
  if (!isSame || turn.kind !== "knowledgeChangeV1") return isSame;
  return turn.knowledge !== null && input.knowledge !== null && scopeChangeBody(turn.knowledge) === scopeChangeBody(input.knowledge);
}

/** Two changes with one message id are the same when this is. */
export function scopeChangeBody(delta: ScopeDelta): string {
  const { addedAssetIds, removedAssetIds, addedCollectionIds, removedCollectionIds, world } = delta;
  const lists = [addedAssetIds, removedAssetIds, addedCollectionIds, removedCollectionIds];
  return JSON.stringify([...lists.map((ids) => [...ids].sort((one, other) => (one < other ? -1 : 1))), world]);
}
