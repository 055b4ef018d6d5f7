import { BYTES_AWAITED } from "../../domain/asset.ts";
import type { AssertionName } from "../../domain/conflicts.ts";
import { MAX_ANSWERS } from "../../storage/d1/threads/messages.ts";
import { NAMED } from "../../storage/d1/threads/prompt-scope.ts";
import type { RefusalCode } from "../api.ts";

export type PostingRefusals = Readonly<Partial<Record<AssertionName, { readonly code: RefusalCode; readonly message: string }>>>;

/** What is said of an assertion that did not hold. */
export const POSTING_REFUSALS: PostingRefusals = {
  author: { code: "permission_denied", message: "This account may not post." },
  read: { code: "not_found", message: "There is no such thread, or you may not read it." },
  chat: { code: "permission_denied", message: 'You may read this thread, but not post to it: it needs "chat".' },
  if_match: { code: "aborted", message: "The record has changed since you read it: its etag is another one." },
  few_answers: { code: "resource_exhausted", message: `A campaign has at most ${MAX_ANSWERS} answers.` },
  [NAMED.isReadable]: { code: "not_found", message: "There is no such asset or collection, or you may not read it." },
  [NAMED.isHere]: { code: "failed_precondition", message: "Everything that an answer may use belongs to the thread's organization." },
  [NAMED.isShareable]: {
    code: "permission_denied",
    message: 'What lies outside of the thread\'s scope needs "share" to be asked about here.',
  },
  [NAMED.hasArrived]: { code: "failed_precondition", message: BYTES_AWAITED },
};
