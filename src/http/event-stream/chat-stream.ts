import { TextStream } from "./text-stream.ts";

/** Interval in milliseconds of comments, which prevent proxies from closing an idle connection. */
const WAIT_SIGN_MS = 10_000;

/** The form of the events of an API. */
export interface StreamFormat {
  /** Name of a piece's event; null for events without a name. */
  readonly nameOf: (piece: object) => string | null;
  /** Data of the last event; null for none. */
  readonly last: string | null;
}

export const CHAT_FORMAT: StreamFormat = { nameOf: () => null, last: "[DONE]" };

/** Each event of a response has the name of its type. */
export const RESPONSE_FORMAT: StreamFormat = {
  nameOf: (piece) => ("type" in piece && typeof piece.type === "string" ? piece.type : null),
  last: null,
};

/** Source of a chat stream: pieces, or an error instead of them. */
export interface ChatStream {
  readonly format: StreamFormat;
  /** Sends each piece with `tell`. Resolves after the last piece. */
  readonly write: (tell: (piece: object) => void) => Promise<void>;
  readonly explain: (error: unknown) => Promise<object>;
}

/** Server-sent events in the form that OpenAI's clients expect: one piece per event. */
export function openChatStream({ format, write, explain }: ChatStream): ReadableStream<Uint8Array> {
  const timer: { id?: ReturnType<typeof setInterval> } = {};
  const stream = new TextStream({ onTaken: () => {}, onOver: () => clearInterval(timer.id) }, "");
  timer.id = setInterval(() => stream.write(": waiting\n\n"), WAIT_SIGN_MS);
  void tellAll(stream, { format, write, explain }).finally(() => {
    clearInterval(timer.id);
    stream.end();
  });
  return stream.body;
}

/** The whole stream of a chat completion. */
export function chatEvents(pieces: readonly object[]): string {
  return [...pieces.map((piece) => JSON.stringify(piece)), CHAT_FORMAT.last]
    .map((data) => eventOf(null, data ?? ""))
    .join("");
}

async function tellAll(stream: TextStream, { format, write, explain }: ChatStream): Promise<void> {
  const tell = (piece: object): void => stream.write(eventOf(format.nameOf(piece), JSON.stringify(piece)));
  try {
    await write(tell);
    if (format.last !== null) stream.write(eventOf(null, format.last));
  } catch (error) {
    tell(await explain(error));
  }
}

function eventOf(name: string | null, data: string): string {
  return `${name === null ? "" : `event: ${name}\n`}data: ${data}\n\n`;
}
