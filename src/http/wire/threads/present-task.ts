import { MS_PER_SECOND } from "../../../domain/time.ts";
import type { TaskField } from "../../../services/threads/internal/parse-chat-task.ts";
import type { ChatRequest } from "./chat.ts";

const UNUSED = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** True if the request has one message of the user and no conversation. */
export function isSinglePrompt({ messages }: ChatRequest): boolean {
  const roles = messages.map(({ role }) => role);
  return roles.filter((role) => role === "user").length === 1 && !roles.includes("assistant");
}

/** Fields of the JSON object that the request demands. Null if it demands none or names none. */
export function demandedFields({ response_format: format }: ChatRequest): readonly TaskField[] | null {
  const properties = format?.json_schema?.schema?.properties;
  if (properties === undefined || properties === null) return null;
  return Object.entries(properties).map(([name, { type }]) => ({ name, isList: type === "array" }));
}

interface TaskOptions {
  readonly request: ChatRequest;
  /** Id of the call, because no message stores the answer. */
  readonly operationId: string;
}

/** Presents the answer to a client's task. It has no thread. */
export function presentTask(text: string, options: TaskOptions) {
  const message = { role: "assistant", content: text, refusal: null, annotations: [] };
  const choice = { index: 0, message, logprobs: null, finish_reason: "stop" };
  return { ...headOf(options, "chat.completion"), choices: [choice], usage: UNUSED };
}

/** The pieces of a streamed `presentTask`. */
export function taskChunks(text: string, options: TaskOptions): object[] {
  const head = headOf(options, "chat.completion.chunk");
  const chunk = (delta: object, end: "stop" | null): object => {
    return { ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: end }] };
  };
  const isCounted = options.request.stream_options?.include_usage === true;
  return [
    chunk({ role: "assistant", content: text, refusal: null }, null),
    chunk({}, "stop"),
    ...(isCounted ? [{ ...head, choices: [], usage: UNUSED }] : []),
  ];
}

function headOf({ request: { model }, operationId }: TaskOptions, object: string) {
  const created = Math.floor(Date.now() / MS_PER_SECOND);
  return { id: operationId, object, created, model, thread_id: null };
}
