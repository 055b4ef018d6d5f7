import { citationsOf, type NamedCitation } from "./citations-of.ts";
import { idFromBytes } from "./identifiers.ts";
import type { Caller } from "./operation-types.ts";

export interface AnsweredQuestion {
  readonly threadId: string;
  /** The question's own message. */
  readonly messageId: string;
  /** The answer's own message; "" while it is still being written, after a minute. */
  readonly answerId: string;
  readonly text: string;
  /** What the first quote says in a word, a number, a name or a day, where that can be said safely; derived; else "". */
  readonly lead: string;
  readonly citations: readonly NamedCitation[];
  readonly textSuggestions: readonly string[];
}

/** Posts a question and waits for its answer, at most a minute. @throws ApiError */
export async function askQuestion(caller: Caller, threadId: string, question: string, signal?: AbortSignal): Promise<AnsweredQuestion> {
  const body = { messageContent: question, messageKind: "promptV2", recipients: [], threadId } as const;
  const answered = await caller.request("POST", "/v1/threads/{threadID}/messages", { params: { threadID: threadId }, body, signal });
  const { messages, knowledgeProvenance } = answered.data;
  const newestFirst = [...messages].reverse();
  const asked = newestFirst.find(({ kind, content, inReplyTo }) => kind === "promptV2" && content === question && inReplyTo === null);
  const messageId = asked === undefined ? "" : idFromBytes("msg", asked.id);
  const answer = newestFirst.find(({ inReplyTo }) => inReplyTo !== null && idFromBytes("msg", inReplyTo) === messageId);
  if (answer === undefined || !answer.isComplete)
    return { threadId, messageId, answerId: "", text: "", lead: "", citations: [], textSuggestions: [] };
  const answerId = idFromBytes("msg", answer.id);
  const { content: text, lead, textSuggestions } = answer;
  return { threadId, messageId, answerId, text, lead, textSuggestions, citations: citationsOf(knowledgeProvenance, answerId) };
}
