import { postForEvents } from "../net/post-for-events.ts";
import { StreamTooLong } from "../net/read-event-data.ts";
import { ModelFault } from "./language-model.ts";
import { failureOf } from "./provider-fault.ts";

/** An answer has some thousand characters, each in a chunk of some hundred. */
export const TEXT_BOUNDS = { buffer: 262_144, whole: 16 * 1024 * 1024 };

/** Nobody, not paid for, and not allowed. */
const NO_KEY = new Set([401, 402, 403]);

interface Order {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/**
 * The data of the events with which a model answers. Errors of the network may name the address: they are told in our own words.
 * @throws ModelFault, and the signal's reason
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
