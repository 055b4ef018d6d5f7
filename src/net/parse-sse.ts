import { createParser } from "eventsource-parser";

/** Limits of a stream of server-sent events, in UTF-16 code units. */
export interface SseLimits {
  /** Size of the incomplete line and event that the parser buffers. */
  readonly buffer: number;
  /** Size of the whole stream. */
  readonly whole: number;
}

/** Error of a stream that exceeds its `SseLimits`. */
export class StreamTooLong extends Error {
  override readonly name = "StreamTooLong";
}

/**
 * Yields the `data` of each server-sent event. Drops an event without the empty line that ends it. Cancels
 * the stream if it throws.
 * @throws StreamTooLong, an error of the stream, or the signal's reason
 */
export async function* parseSse(
  body: ReadableStream<Uint8Array>,
  bounds: SseLimits,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
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

async function* parseEvents(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bounds: SseLimits,
): AsyncGenerator<string, void> {
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
    // Normalizes line ends. At each carriage return the parser looks for the next line feed, which takes
    // quadratic time without line feeds.
    parser.feed(
      (endsInCarriageReturn && text.startsWith("\n") ? text.slice(1) : text).replace(/\r\n?/g, "\n"),
    );
    endsInCarriageReturn = text.endsWith("\r");
    yield* events.splice(0);
    if (isTooLong) throw new StreamTooLong("An event is too long.");
  }
}
