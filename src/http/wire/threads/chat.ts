import type { ChatTarget } from "../../../domain/chat-target.ts";
import * as z from "zod";
import { invalidField, type ServiceError } from "../../../domain/errors.ts";
import { idText } from "../../../domain/id-text.ts";
import { parseSentences, storedSupport } from "../../../domain/support.ts";
import { REQUESTED_VERIFICATIONS } from "../../../domain/verification-mode.ts";
import type { CompleteChatInput, CompletedChat } from "../../../services/threads/complete-chat.ts";
import type { ChatModel } from "../../../services/threads/get-chat-model.ts";
import { statusOf } from "../../errors.ts";
import { text } from "../fields.ts";
import { MS_PER_SECOND } from "../../../domain/time.ts";

/** Schemas of OpenAI's chat completions API. */

const MAX_MESSAGES = 1_000;
const MAX_QUESTION_CHARS = 32_768;
export const PLAIN_SAMPLING = {
  context_window: 0,
  frequency_penalty: 0,
  logit_bias: {},
  max_tokens: 0,
  presence_penalty: 0,
  temperature: 0,
  top_p: 0,
  stop: [],
};

const textPart = z.object({ type: z.literal("text"), text: z.string() });
const content = z.union([z.string(), z.array(z.union([textPart, z.object({ type: z.string() })])), z.null()]);

const jsonForm = z.object({
  properties: z.record(z.string().max(100), z.object({ type: z.unknown() })).nullish(),
});

/** The language model that writes the answer, because `model` selects the documents. */
export const writer = z.string().max(200).nullish();
export const verification = z.enum(REQUESTED_VERIFICATIONS).nullish();

export const chatRequest = z.object({
  model: z.string().max(200),
  writer,
  verification,
  messages: z
    .array(
      z.object({
        role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
        content: content.optional(),
      }),
    )
    .min(1)
    .max(MAX_MESSAGES),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  // LocalAI's clients send 0 and {} for unset fields, and those of LM Studio and llama.cpp send -1.
  n: z.literal([0, 1], "one answer is written").nullish(),
  response_format: z
    .object({
      type: z.enum(["text", "json_object", "json_schema"]).nullish(),
      json_schema: z.object({ schema: jsonForm.nullish() }).nullish(),
    })
    .nullish(),
  max_tokens: z.int().min(-1).nullish(),
  max_completion_tokens: z.int().min(-1).nullish(),
  stop: z.union([text(1, 256), z.array(text(1, 256)).max(16)]).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
});
export type ChatRequest = z.output<typeof chatRequest>;

/**
 * Converts a request to the use case's input.
 * @throws ServiceError `invalid_argument`, or `not_found` for an unknown model
 */
export function readChat(request: ChatRequest): CompleteChatInput {
  const said = request.messages
    .filter(({ role }) => role === "user")
    .map((message) => textOf(message.content ?? null));
  const questions = questionsOf(said, "messages");
  const target = chatTargetOf(request.model);
  const options = { writer: request.writer ?? "", verification: request.verification ?? "" };
  return { target, questions, sampling: samplingOf(request), ...options };
}

/** @throws ServiceError `invalid_argument` if the request demands JSON */
export function requireTextFormat({ response_format: format }: ChatRequest): void {
  if ((format?.type ?? "text") !== "text") throw invalidField("response_format.type", "answers are text");
}

/**
 * Returns the messages of the user that can be questions, oldest first.
 * @param said text of each message of the user
 * @param field name of the request's field
 * @throws ServiceError `invalid_argument` if the last message can be no question
 */
export function questionsOf(said: readonly string[], field: string): CompleteChatInput["questions"] {
  const last = said.at(-1);
  if (last === undefined) throw invalidField(field, "must hold what the user asks");
  const length = Array.from(last).length;
  if (last.trim() === "" || length > MAX_QUESTION_CHARS)
    throw invalidField(field, `the last of the user's must be text of 1 to ${MAX_QUESTION_CHARS} characters`);
  // Skips earlier messages that would be invalid questions.
  const before = said
    .slice(0, -1)
    .filter((each) => each.trim() !== "" && Array.from(each).length <= MAX_QUESTION_CHARS);
  const [first, ...others] = [...before, last];
  return [first, ...others];
}

export function textOf(value: string | readonly ({ readonly text: string } | object)[] | null): string {
  if (typeof value === "string" || value === null) return value ?? "";
  return value
    .flatMap((part) => ("text" in part && typeof part.text === "string" ? [part.text] : []))
    .join("\n");
}

function samplingOf(request: ChatRequest): CompleteChatInput["sampling"] {
  const given = {
    max_tokens: limitOf(request.max_completion_tokens) ?? limitOf(request.max_tokens),
    temperature: request.temperature,
    top_p: request.top_p,
    frequency_penalty: request.frequency_penalty,
    presence_penalty: request.presence_penalty,
  };
  const stop = typeof request.stop === "string" ? [request.stop] : (request.stop ?? []);
  const set = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  );
  return { ...PLAIN_SAMPLING, ...set, stop };
}

/** The limit of tokens. -1 and 0 set no limit. */
export const limitOf = (tokens: number | null | undefined): number | undefined =>
  (tokens ?? 0) > 0 ? (tokens ?? undefined) : undefined;

const COLLECTION_ID = idText("col");
const THREAD_ID = idText("thread");

const WORKSPACE_MODEL = "workspace";
const OWNER = "knowledge-workspace";

export function presentChatModel({ target, label, createdAt }: ChatModel) {
  const isWorkspace = target.kind === "workspace";
  const id = isWorkspace ? WORKSPACE_MODEL : `${target.kind}:${target.id}`;
  const name = isWorkspace ? "Workspace" : label;
  return { id, object: "model", created: secondsOf(createdAt), owned_by: OWNER, name };
}

export function chatTargetOf(model: string): ChatTarget {
  const target = findTarget(model);
  if (target === null) throw invalidField("model", "must be workspace, collection:col_… or thread:thread_…");
  return target;
}

/** The target of a model name; null for an unknown one. */
export function findTarget(model: string): ChatTarget | null {
  if (model === WORKSPACE_MODEL) return { kind: "workspace" };
  const [kind, id = ""] = splitOnce(model);
  const [collectionId, threadId] = [COLLECTION_ID.safeParse(id).data, THREAD_ID.safeParse(id).data];
  if (kind === "collection" && collectionId !== undefined) return { kind, id: collectionId };
  if (kind === "thread" && threadId !== undefined) return { kind, id: threadId };
  return null;
}

function splitOnce(value: string): [string, string?] {
  const at = value.indexOf(":");
  return at < 0 ? [value] : [value.slice(0, at), value.slice(at + 1)];
}

/**
 * Presents a complete answer.
 * @param origin origin of the links to cited texts
 */
export function presentCompletion(model: string, chat: CompletedChat, origin: string) {
  const { answer } = chat;
  const message = {
    role: "assistant",
    content: answer.content,
    refusal: null,
    annotations: annotationsOf(chat, origin),
  };
  return {
    id: answer.id,
    object: "chat.completion",
    created: createdOf(chat),
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: "stop" }],
    usage: usageOf(chat),
    thread_id: chat.threadId,
    dropped_sentences: answer.droppedSentences,
    sentences: parseSentences(answer.sentences),
  };
}

export function createdOf({ answer }: CompletedChat): number {
  return secondsOf(answer.createdAt);
}

function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / MS_PER_SECOND);
}

export function usageOf({ answer }: CompletedChat) {
  const { inputTokens, outputTokens } = answer;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

/** One annotation for each "[n]" in the answer. Offsets count UTF-16 code units. */
export function annotationsOf({ threadId, answer, citations }: CompletedChat, origin: string) {
  return citations.flatMap((citation) => {
    const { id, assetId, displayName, quote, start, end, page, textVersion: version, ordinal } = citation;
    const url = `${origin}/v1/assets/${assetId}/text?version=${version}`;
    const support = storedSupport(citation);
    const cited = {
      id,
      assetId,
      quote,
      start,
      end,
      page,
      version,
      support,
      check: `${origin}/v1/threads/${threadId}/citations/${id}`,
    };
    return placesOf(`[${ordinal}]`, answer.content).map(([from, to]) => ({
      type: "url_citation",
      url_citation: { url, title: displayName, start_index: from, end_index: to },
      citation: cited,
    }));
  });
}

function placesOf(marker: string, words: string): [number, number][] {
  const places: [number, number][] = [];
  for (let at = words.indexOf(marker); at >= 0; at = words.indexOf(marker, at + 1))
    places.push([at, at + marker.length]);
  return places;
}

const TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  403: "permission_error",
  429: "rate_limit_error",
};

export function chatError(error: ServiceError, operationId: string): object {
  const status = statusOf(error);
  const type = TYPES[status] ?? (status < 500 ? "invalid_request_error" : "server_error");
  const param = error.issues[0]?.path ?? null;
  return { error: { message: error.message, type, param, code: error.code, operation_id: operationId } };
}
