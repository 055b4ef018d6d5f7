import type { AnswerLog } from "../answer-editor.ts";
import { isAnswer, type StoredThread } from "../stored-thread.ts";
import type { Violation } from "./violation.ts";

/** The text of an answer that was stopped before its first word. */
export const STOPPED = "This answer was stopped.";

/**
 * Each acknowledged version exists once, each version was requested, and no answer stopped without a request.
 */
export function checkVersions({ threadId, messages }: StoredThread, log: AnswerLog): Violation[] {
  return messages.filter(isAnswer).flatMap(({ id, inReplyTo, answerVersions, content }) => {
    const changes = log.of(inReplyTo ?? "");
    const isWhole = answerVersions >= 1 + changes.acknowledged && answerVersions <= 1 + changes.asked;
    const faults = [
      ...(isWhole
        ? []
        : [
            `has ${answerVersions} versions, and was asked for ${changes.asked} times more, ${changes.acknowledged} of them taken`,
          ]),
      ...(content === STOPPED && !changes.isStopped ? ["was stopped without a request"] : []),
    ];
    return faults.map((what) => ({ round: null, where: threadId, what: `answer ${id} ${what}` }));
  });
}
