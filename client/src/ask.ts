import { type Answer, AnswerText } from "./answer-text.ts";
import { type FollowedThread, followAnswer } from "./follow-answer.ts";
import { type ClientEvent, type PromptFields } from "./frames.ts";
import { idOrNew } from "./identifiers.ts";
import type { Acknowledgement } from "./outbox.ts";

export interface AskOptions extends Omit<PromptFields, "prompt"> {
  /** An answer may have to start over: what was handed out of it before is void. Called before the first part of the new one. */
  readonly onRestart?: () => void;
}

export interface Asked {
  readonly messageId: string;
  /** Resolves when the thread holds the question; rejects as `send` does. */
  readonly acknowledged: Promise<Acknowledgement>;
  readonly answer: Answer;
}

interface AskingHost extends FollowedThread {
  readonly send: (event: ClientEvent) => Promise<Acknowledgement>;
}

/** @throws RangeError for a message id that is none */
export function askThread(host: AskingHost, prompt: string, { onRestart = () => {}, ...fields }: AskOptions): Asked {
  const messageId = idOrNew("msg", fields.messageId);
  const answer = new AnswerText(onRestart);
  const acknowledged = host.send({ promptV2: { ...fields, prompt, messageId } });
  void followAnswer({ ...host, messageId, acknowledged }, answer);
  return { messageId, acknowledged, answer };
}
