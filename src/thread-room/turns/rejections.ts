import { UPLOAD_PENDING } from "../../domain/asset.ts";
import { type AssertionName, CommitConflict, KEY_IS_NEW } from "../../domain/conflicts.ts";
import type { QuotaError } from "../../domain/quota.ts";
import { MAX_VERSIONS } from "../../storage/d1/answers/version-positions.ts";
import { MAX_ANSWERS } from "../../storage/d1/threads/messages.ts";
import { NAMED } from "../../storage/d1/threads/named-targets.ts";
import type { RejectionCode } from "../api.ts";
import type { Rejected } from "./turn-outcome.ts";

/** Codes and messages of rejections by failed assertion. */
const OF_ASSERTIONS: Readonly<
  Partial<Record<AssertionName, readonly [code: RejectionCode, message: string]>>
> = {
  key_is_live: ["unauthenticated", "The API key has expired, or a user has revoked it."],
  author: ["permission_denied", "This account may not post."],
  read: ["not_found", "There is no such thread, or you may not read it."],
  chat: ["permission_denied", 'You may read this thread, but not post to it: it needs "chat".'],
  if_match: ["aborted", "The record has changed since you read it. Its ETag is different."],
  few_answers: ["resource_exhausted", `A campaign can have at most ${MAX_ANSWERS} answers.`],
  is_ended: ["failed_precondition", "The service is still writing this answer. Stop it first."],
  few_versions: ["resource_exhausted", `An answer can have at most ${MAX_VERSIONS} versions.`],
  is_newest: ["failed_precondition", "Somebody has chosen another version meanwhile."],
  [NAMED.isReadable]: ["not_found", "There is no such asset or collection, or you may not read it."],
  [NAMED.isHere]: [
    "failed_precondition",
    "All assets and collections of a prompt must belong to the thread's organization.",
  ],
  [NAMED.isShareable]: [
    "permission_denied",
    'An asset or collection outside the thread\'s scope needs "share".',
  ],
  [NAMED.hasArrived]: ["failed_precondition", UPLOAD_PENDING],
};

export const ID_IS_USED = rejected("already_exists", "Another message has this id.");
export const KEY_IS_USED = rejected(KEY_IS_NEW, "Another request has this Idempotency-Key.");

export function rejected(code: RejectionCode, message: string): Rejected {
  return { kind: "refused", code, message };
}

export function isEndedKey(error: unknown): boolean {
  return error instanceof CommitConflict && error.assertion === "key_is_live";
}

/**
 * @param exhausted the quota that rejected the turn
 * @throws the error itself if it is no rejection
 */
export function toRejection(error: unknown, exhausted: QuotaError | null = null): Rejected {
  if (exhausted !== null) {
    return {
      ...rejected("resource_exhausted", exhausted.message),
      retryAfterSeconds: exhausted.retryAfterSeconds,
    };
  }
  const said =
    error instanceof CommitConflict && error.assertion !== null ? OF_ASSERTIONS[error.assertion] : undefined;
  if (said === undefined) throw error;
  return rejected(...said);
}
