import { createParser } from "eventsource-parser";

/** Limits of a stream of server-sent events, in UTF-16 code units. */
export interface SseLimits {
  /** The line and the event that the parser holds while they are incomplete. */
  readonly buffer: number;
  /** The whole stream. */
  readonly whole: number;
}

/** The stream exceeds its `EventBounds`. */
export class StreamTooLong extends Error {
  override readonly name = "StreamTooLong";
}

/**
 * Yields the `data` of each server-sent event. An event without the empty line that ends it is dropped.
 * @throws StreamTooLong, an error of the stream, or the signal's reason; the stream is canceled in each case
 */
export async function* parseSse(body: ReadableStream<Uint8Array>, bounds: SseLimits, signal: AbortSignal): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    signal.throwIfAborted();
    yield* parseEvents(reader, bounds);
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

async function* parseEvents(reader: ReadableStreamDefaultReader<Uint8Array>, bounds: SseLimits): AsyncGenerator<string, void> {
  const events: string[] = [];
  let isTooLong = false;
  const parser = createParser({
    maxBufferSize: bounds.buffer,
    onEvent: ({ data }) => events.push(data),
    onError: ({ type }) => {
      isTooLong ||= type === "max-buffer-size-exceeded";
    },
  });
  const decoder = new TextDecoder();
  let chars = 0;
  let endsInCarriageReturn = false;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const text = decoder.decode(part.value, { stream: true });
    chars += text.length;
    if (chars > bounds.whole) throw new StreamTooLong("The stream is too long.");
    if (text === "") continue;
    // The parser looks for the next line feed at each carriage return, which takes quadratic time without line feeds.
    parser.feed((endsInCarriageReturn && text.startsWith("\n") ? text.slice(1) : text).replace(/\r\n?/g, "\n"));
    endsInCarriageReturn = text.endsWith("\r");
    yield* events.splice(0);
    if (isTooLong) throw new StreamTooLong("An event is too long.");
  }
}
