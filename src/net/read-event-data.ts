/** How much is read of a stream, in UTF-16 code units. */
export interface EventBounds {
  /** One line of it. */
  readonly line: number;
  /** All of it. */
  readonly whole: number;
}

/** A stream said more than it was allowed to. */
export class StreamTooLong extends Error {
  override readonly name = "StreamTooLong";
}

const LINE_END = /\r\n|\n|\r/;
const DATA = /^data:? ?/;

/**
 * The `data` of each server-sent event, as the HTML standard reads them; other fields are passed over. An event that is not ended by an empty
 * line is left out.
 * @throws StreamTooLong, what the stream throws, and the signal's reason: then nothing more is read
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

/** Each line once its end has come. */
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
