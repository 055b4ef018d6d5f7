import { postForEvents } from "../net/post-for-events.ts";
import { StreamTooLong } from "../net/read-event-data.ts";
import { ModelFault } from "./language-model.ts";
import { failureOf } from "./provider-fault.ts";

/**
 * Limits of a response stream in characters. A normal answer has thousands of characters in chunks of about a
 * hundred.
 */
export const TEXT_BOUNDS = { buffer: 262_144, whole: 16 * 1024 * 1024 };

/** Unauthorized, payment required, forbidden. */
const NO_KEY = new Set([401, 402, 403]);

interface Order {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/**
 * Streams the event data of a provider's response. Replaces network errors, because their messages may
 * contain the URL.
 * @throws ModelFault, or the reason of the abort signal
 */
export async function* askForText(url: URL, order: Order): AsyncGenerator<string, void> {
  const { signal } = order;
  try {
    const answer = await postForEvents(url, { ...order, bounds: TEXT_BOUNDS });
    if (answer.events !== null) return yield* answer.events;
    if (answer.status >= 200 && answer.status <= 299) throw new ModelFault("misfit", "The model answered something else than events.");
    throw new ModelFault(
      NO_KEY.has(answer.status) ? "key_refused" : failureOf(answer.status),
      `The model answered with status ${answer.status}.`,
      answer.retryAfterMs,
    );
  } catch (error) {
    signal.throwIfAborted();
    throw asModelFault(error);
  }
}

export function asModelFault(error: unknown): ModelFault {
  if (error instanceof ModelFault) return error;
  if (error instanceof StreamTooLong) return new ModelFault("misfit", "The model answered more than a text can take.");
  return new ModelFault("failed", "The connection to the model failed.");
}
