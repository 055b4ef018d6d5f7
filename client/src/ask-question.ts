import { citationsOf, type NamedCitation } from "./citations-of.ts";
import type { Verification } from "./frames.ts";
import { idFromBytes } from "./identifiers.ts";
import type { Caller, Schemas } from "./operation-types.ts";

export interface AnsweredQuestion {
  readonly threadId: string;
  /** The id of the question's message. */
  readonly messageId: string;
  /** The id of the answer's message; "" if the answer is unfinished after one minute. */
  readonly answerId: string;
  readonly text: string;
  /** `pending` if the answer is unfinished after one minute. */
  readonly state: Schemas["Message"]["state"];
  readonly citations: readonly NamedCitation[];
  readonly textSuggestions: readonly string[];
}

export interface QuestionOptions {
  readonly signal?: AbortSignal | undefined;
  /** A language model of the service, or `extractive` for quotes only. Default: the best one. */
  readonly model?: string | undefined;
  /** Default: the mode of the operator, which is also the weakest. */
  readonly verification?: Verification | undefined;
}

/** Posts a question and waits up to one minute for its answer. @throws ApiError */
export async function askQuestion(
  caller: Caller,
  threadId: string,
  question: string,
  { signal, model = "", verification }: QuestionOptions = {},
): Promise<AnsweredQuestion> {
  const body = {
    messageContent: question,
    messageKind: "promptV2",
    recipients: [],
    threadId,
    model,
    verification: verification ?? "",
  } as const;
  const answered = await caller.request("POST", "/v1/threads/{threadID}/messages", {
    params: { threadID: threadId },
    body,
    signal,
  });
  const { messages, knowledgeProvenance } = answered.data;
  const newestFirst = [...messages].reverse();
  const asked = newestFirst.find(
    ({ kind, content, inReplyTo }) => kind === "promptV2" && content === question && inReplyTo === null,
  );
  const messageId = asked === undefined ? "" : idFromBytes("msg", asked.id);
  const answer = newestFirst.find(
    ({ inReplyTo }) => inReplyTo !== null && idFromBytes("msg", inReplyTo) === messageId,
  );
  if (answer === undefined || !answer.isComplete)
    return {
      threadId,
      messageId,
      answerId: "",
      text: "",
      state: "pending",
      citations: [],
      textSuggestions: [],
    };
  const answerId = idFromBytes("msg", answer.id);
  const { content: text, state, textSuggestions } = answer;
  return {
    threadId,
    messageId,
    answerId,
    text,
    state,
    textSuggestions,
    citations: citationsOf(knowledgeProvenance, answerId),
  };
}
