import { type Answer, AnswerText } from "./answer-text.ts";
import { type FollowedThread, followAnswer } from "./follow-answer.ts";
import { type ClientEvent, type PromptFields } from "./frames.ts";
import { idOrNew } from "./identifiers.ts";
import type { Acknowledgement } from "./outbox.ts";

export interface AskOptions extends Omit<PromptFields, "prompt"> {
  /** Called before the first part of another attempt: discard the earlier parts. */
  readonly onRestart?: () => void;
}

export interface Asked {
  readonly messageId: string;
  /** Resolves when the thread has stored the question; rejects as `send` does. */
  readonly acknowledged: Promise<Acknowledgement>;
  readonly answer: Answer;
}

interface AskingHost extends FollowedThread {
  readonly send: (event: ClientEvent) => Promise<Acknowledgement>;
}

/** @throws RangeError for an invalid message id */
export function askThread(
  host: AskingHost,
  prompt: string,
  { onRestart = () => {}, ...fields }: AskOptions,
): Asked {
  const messageId = idOrNew("msg", fields.messageId);
  const answer = new AnswerText(onRestart);
  const acknowledged = host.send({ promptV2: { ...fields, prompt, messageId } });
  void followAnswer({ ...host, messageId, acknowledged }, answer);
  return { messageId, acknowledged, answer };
}
