import * as z from "zod";
import { invalidField } from "../../../domain/errors.ts";
import { type Id, parseId } from "../../../domain/ids.ts";
import { parseSentences } from "../../../domain/support.ts";
import type { CompletedChat } from "../../../services/threads/complete-chat.ts";
import type { CreateResponseInput } from "../../../services/threads/create-response.ts";
import {
  annotationsOf,
  createdOf,
  limitOf,
  PLAIN_SAMPLING,
  questionsOf,
  chatTargetOf,
  textOf,
  usageOf,
  verification,
  writer,
} from "./chat.ts";

/** Schemas of OpenAI's Responses API. */

const MAX_ITEMS = 1_000;

const part = z.object({ type: z.string(), text: z.string().optional() });
const item = z.object({
  type: z.string().nullish(),
  role: z.string().nullish(),
  content: z.union([z.string(), z.array(part)]).nullish(),
});

export const responseRequest = z.object({
  model: z.string().max(200),
  writer,
  verification,
  input: z.union([z.string(), z.array(item).min(1).max(MAX_ITEMS)]),
  instructions: z.string().nullish(),
  previous_response_id: z.string().max(200).nullish(),
  stream: z.boolean().nullish(),
  max_output_tokens: z.int().min(-1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  text: z.object({ format: z.object({ type: z.literal("text", "answers are text") }).nullish() }).nullish(),
  background: z.literal(false, "every response is awaited").nullish(),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
});
export type ResponseRequest = z.output<typeof responseRequest>;

/**
 * Converts a request to the use case's input.
 * @throws ServiceError `invalid_argument`
 */
export function readResponseRequest(request: ResponseRequest): CreateResponseInput {
  const { input, model, previous_response_id: previous, temperature, top_p } = request;
  const items = typeof input === "string" ? [{ role: "user", content: input }] : input;
  const said = items.filter(({ role }) => role === "user").map(({ content }) => textOf(content ?? null));
  return {
    target: chatTargetOf(model),
    questions: questionsOf(said, "input"),
    sampling: {
      ...PLAIN_SAMPLING,
      max_tokens: limitOf(request.max_output_tokens) ?? 0,
      temperature: temperature ?? 0,
      top_p: top_p ?? 0,
    },
    writer: request.writer ?? "",
    verification: request.verification ?? "",
    previousAnswerId: previous === null || previous === undefined ? null : answerIdOf(previous),
  };
}

const PREFIX = "resp_";

/** The id of a response. It has the digits of the answer's id. */
export function responseIdOf(answerId: string): string {
  return `${PREFIX}${answerId.slice(answerId.indexOf("_") + 1)}`;
}

function answerIdOf(responseId: string): Id<"msg"> {
  const id = responseId.startsWith(PREFIX) ? parseId("msg", `msg_${responseId.slice(PREFIX.length)}`) : null;
  if (id === null) throw invalidField("previous_response_id", "is not the id of a response");
  return id;
}

/** Presents a response before its answer has ended. */
export function presentUnfinished(request: ResponseRequest, answerId: string, createdAt: number) {
  return {
    id: responseIdOf(answerId),
    object: "response",
    created_at: createdAt,
    status: "in_progress",
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    metadata: request.metadata ?? {},
    model: request.model,
    output: [] as object[],
    parallel_tool_calls: false,
    previous_response_id: request.previous_response_id ?? null,
    temperature: request.temperature ?? null,
    text: { format: { type: "text" } },
    tool_choice: "none",
    tools: [],
    top_p: request.top_p ?? null,
    usage: null as object | null,
  };
}

/**
 * Presents a complete response.
 * @param origin origin of the links to cited texts
 */
export function presentResponse(request: ResponseRequest, chat: CompletedChat, origin: string) {
  const { answer, threadId } = chat;
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = usageOf(chat);
  return {
    ...presentUnfinished(request, answer.id, createdOf(chat)),
    status: "completed",
    output: [
      presentItem(answer.id, "completed", [presentText(answer.content, urlCitationsOf(chat, origin))]),
    ],
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: total,
    },
    thread_id: threadId,
    dropped_sentences: answer.droppedSentences,
    sentences: parseSentences(answer.sentences),
  };
}

export function presentItem(answerId: string, status: "in_progress" | "completed", content: object[]) {
  return { type: "message", id: answerId, status, role: "assistant", content };
}

export function presentText(text: string, annotations: object[]) {
  return { type: "output_text", text, annotations, logprobs: [] };
}

/** The annotations of a chat completion, whose fields are flat in this API. */
export function urlCitationsOf(chat: CompletedChat, origin: string): object[] {
  return annotationsOf(chat, origin).map(({ type, url_citation: cited, citation }) => {
    return { type, ...cited, citation };
  });
}
