import { postSse } from "../net/post-sse.ts";
import { StreamTooLong } from "../net/parse-sse.ts";
import { ModelError } from "./language-model.ts";
import { failureOfStatus } from "./provider-error.ts";

/**
 * Maximum size of a response stream in characters. A normal answer has thousands of characters, in chunks of
 * about a hundred.
 */
export const COMPLETION_BOUNDS = { buffer: 262_144, whole: 16 * 1024 * 1024 };

/** HTTP statuses of a rejected key: unauthorized, payment required, forbidden. */
const KEY_REJECTED = new Set([401, 402, 403]);

interface CompletionRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/**
 * Streams the event data of a provider's response. Replaces network errors, because their messages may
 * contain the URL.
 * @throws ModelError, or the reason of the abort signal
 */
export async function* requestCompletion(url: URL, order: CompletionRequest): AsyncGenerator<string, void> {
  const { signal } = order;
  try {
    const answer = await postSse(url, { ...order, bounds: COMPLETION_BOUNDS });
    if (answer.events !== null) return yield* answer.events;
    if (answer.status >= 200 && answer.status <= 299)
      throw new ModelError("misfit", "The model answered something else than events.");
    throw new ModelError(
      KEY_REJECTED.has(answer.status) ? "key_refused" : failureOfStatus(answer.status),
      `The model answered with status ${answer.status}.`,
      answer.retryAfterMs,
    );
  } catch (error) {
    signal.throwIfAborted();
    throw toModelError(error);
  }
}

export function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof StreamTooLong)
    return new ModelError("misfit", "The model answered more than a text can take.");
  return new ModelError("failed", "The connection to the model failed.");
}
