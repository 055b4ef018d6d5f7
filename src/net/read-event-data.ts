/** Limits of a stream, in UTF-16 code units. */
export interface EventBounds {
  /** Of one line. */
  readonly line: number;
  /** Of the whole stream. */
  readonly whole: number;
}

/** The stream exceeded its limits. */
export class StreamTooLong extends Error {
  override readonly name = "StreamTooLong";
}

const LINE_END = /\r\n|\n|\r/;
const DATA = /^data:? ?/;

/**
 * Yields the `data` of each server-sent event (HTML standard) and ignores other fields. Drops an event
 * without a final empty line.
 * @throws StreamTooLong, any error of the stream, and the signal's reason
 */
export async function* readEventData(
  body: ReadableStream<Uint8Array>,
  bounds: EventBounds,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  let data: string[] = [];
  for await (const line of readLines(body, bounds, signal)) {
    if (line === "") {
      if (data.length > 0) yield data.join("\n");
      data = [];
    } else if (line.startsWith("data:") || line === "data") data.push(line.replace(DATA, ""));
  }
}

/** Yields each complete line. */
async function* readLines(body: ReadableStream<Uint8Array>, bounds: EventBounds, signal: AbortSignal): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const giveUp = (): void => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", giveUp, { once: true });
  const decoder = new TextDecoder();
  let rest: string[] = [];
  let restChars = 0;
  let chars = 0;
  try {
    signal.throwIfAborted();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const text = decoder.decode(part.value, { stream: true });
      chars += text.length;
      if (chars > bounds.whole) throw new StreamTooLong("the stream is too long");
      const lines = text.split(LINE_END);
      const last = lines.pop() ?? "";
      for (const line of lines) {
        yield rest.length === 0 ? line : rest.join("") + line;
        rest = [];
        restChars = 0;
      }
      if (last !== "") rest.push(last);
      restChars += last.length;
      if (restChars > bounds.line) throw new StreamTooLong("a line is too long");
    }
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener("abort", giveUp);
    giveUp();
  }
}
