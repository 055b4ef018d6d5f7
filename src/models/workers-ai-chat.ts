import { parseSse } from "../net/parse-sse.ts";
import { toModelError, COMPLETION_BOUNDS } from "./request-completion.ts";
import { parseChatStream } from "./chat-stream.ts";
import { ModelError, type TextProvider } from "./language-model.ts";
import { chatSampling } from "./openai-chat.ts";
import { workersAiFailure } from "./workers-ai-failure.ts";

/** Methods of the `AI` binding that the service uses. */
export interface WorkersAiText {
  run(model: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/**
 * Adapter for text models of Workers AI, such as `@cf/meta/llama-3.3-70b-instruct-fp8-fast`.
 * @param binding the `AI` binding; without it every call fails
 */
export function workersAiChat(
  binding: WorkersAiText | undefined,
  { id, contextWindow, model }: Pick<TextProvider, "id" | "contextWindow"> & { readonly model: string },
): TextProvider {
  return { id, contextWindow, write: (order) => parseChatStream(eventsOf(binding, model, order)) };
}

/**
 * Streams the events of a call. The binding accepts no abort signal, so an abort cancels the stream as soon
 * as the binding returns it.
 */
async function* eventsOf(
  binding: WorkersAiText | undefined,
  model: string,
  { messages, sampling, signal }: Parameters<TextProvider["write"]>[0],
) {
  if (binding === undefined) throw new ModelError("failed", "The binding AI is missing.");
  const answer = await binding
    .run(model, { messages, stream: true, ...chatSampling(sampling) })
    .catch(failed);
  if (!(answer instanceof ReadableStream)) throw new ModelError("misfit", "The model gave no stream.");
  try {
    yield* parseSse(answer as ReadableStream<Uint8Array>, COMPLETION_BOUNDS, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw toModelError(error);
  }
}

const FAILURES = {
  limited: "Workers AI has no capacity for the model.",
  refused: "The model does not take this.",
  failed: "Workers AI did not run the model.",
} as const;

function failed(error: unknown): never {
  const kind = workersAiFailure(error);
  throw new ModelError(kind, FAILURES[kind]);
}
