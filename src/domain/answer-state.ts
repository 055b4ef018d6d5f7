import { type Id, SERVICE_USER_ID } from "./ids.ts";

/** The states of a message. Only answers can be in another state than `done`. */
export const ANSWER_STATES = ["pending", "done", "failed", "cancelled"] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

/**
 * The user who stopped an answer: the last editor of a cancelled answer. Null for other states, and for an
 * answer that the service cancelled.
 */
export function stoppedBy(answer: {
  readonly state: AnswerState;
  readonly modifiedBy: Id<"user">;
}): Id<"user"> | null {
  return answer.state === "cancelled" && answer.modifiedBy !== SERVICE_USER_ID ? answer.modifiedBy : null;
}
