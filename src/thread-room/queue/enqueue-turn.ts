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
  /** The same message is already in the queue. The caller receives its result. */
  | { readonly kind: "resend"; readonly turn: Turn }
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly message: string };

/**
 * Accepts a message, or another answer to it, and assigns all ids. Call it within a transaction.
 * @param scope the sources that the asker may use, if the caller has just read them; null if unknown
 */
export function enqueueTurn(
  turns: TurnStore,
  input: AcceptedInput,
  now: number,
  scope: AnswerScope | null = null,
): Enqueued {
  const waiting = input.messageId === null ? null : turns.find(input.messageId);
  if (waiting !== null) {
    if (!isSameMessage(waiting, input))
      return { kind: "refused", code: "already_exists", message: "Another message has this id." };
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
  const answerMessageId = input.kind === "prompt" || input.kind === "askAgain" ? newId("msg") : null;
  return {
    kind: "new",
    turn: turns.add(
      { ...message, messageId, rowId, answerMessageId, acceptedAt: now },
      input.askedAs ?? newId("inter"),
      scope,
    ),
  };
}

export type Step =
  | { readonly kind: "idle" }
  /** The first turn may not run before `until`. The other turns wait for it. */
  | { readonly kind: "wait"; readonly until: number }
  | { readonly kind: "attempt"; readonly turn: Turn }
  | { readonly kind: "give_up"; readonly turn: Turn };

/**
 * The next step of the alarm after D1 has stored every message. The room answers turns one by one in order of
 * acceptance.
 */
export function nextStep(turns: TurnStore, now: number): Step {
  const turn = turns.firstStored();
  if (turn === null) return { kind: "idle" };
  if (turn.runAt > now) return { kind: "wait", until: turn.runAt };
  return turn.attempts >= MAX_ATTEMPTS ? { kind: "give_up", turn } : { kind: "attempt", turn };
}

/** @param failures number of failures so far, at least 1 */
export function backoffMs(failures: number): number {
  return retryDelayMs(RETRIES.turn, failures);
}

function isSameMessage(turn: Turn, input: AcceptedInput): boolean {
  const { author, kind, content } = input;
  // Only the user and API key that queued the turn may see it.
  const isBySame = turn.author.userId === author.userId && turn.author.key?.keyId === author.key?.keyId;
  const isSame = isBySame && turn.kind === kind && turn.content === content;
  if (!isSame || turn.kind !== "scopeChange") return isSame;
  return (
    turn.knowledge !== null &&
    input.knowledge !== null &&
    scopeChangeBody(turn.knowledge) === scopeChangeBody(input.knowledge)
  );
}

/** A text that is equal for equal scope changes, to compare two changes with the same message id. */
export function scopeChangeBody(delta: ScopeDelta): string {
  const { addedAssetIds, removedAssetIds, addedCollectionIds, removedCollectionIds, world } = delta;
  const lists = [addedAssetIds, removedAssetIds, addedCollectionIds, removedCollectionIds];
  return JSON.stringify([
    ...lists.map((ids) => [...ids].sort((one, other) => (one < other ? -1 : 1))),
    world,
  ]);
}
