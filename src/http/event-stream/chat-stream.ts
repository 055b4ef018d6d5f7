import { TextStream } from "./text-stream.ts";

/** Interval in milliseconds of comments, which prevent proxies from closing an idle connection. */
const WAIT_SIGN_MS = 10_000;

/** Source of a chat stream: pieces, or an error instead of them. */
export interface ChatStream {
  /** Sends each piece with `tell`. Resolves after the last piece. */
  readonly write: (tell: (piece: object) => void) => Promise<void>;
  readonly explain: (error: unknown) => Promise<object>;
}

/** Server-sent events in the form that OpenAI's clients expect: one piece per event, then `[DONE]`. */
export function openChatStream({ write, explain }: ChatStream): ReadableStream<Uint8Array> {
  const timer: { id?: ReturnType<typeof setInterval> } = {};
  const stream = new TextStream({ onTaken: () => {}, onOver: () => clearInterval(timer.id) }, "");
  timer.id = setInterval(() => stream.write(": waiting\n\n"), WAIT_SIGN_MS);
  void tellAll(stream, write, explain).finally(() => {
    clearInterval(timer.id);
    stream.end();
  });
  return stream.body;
}

async function tellAll(
  stream: TextStream,
  write: ChatStream["write"],
  explain: ChatStream["explain"],
): Promise<void> {
  try {
    await write((piece) => stream.write(eventOf(JSON.stringify(piece))));
    stream.write(eventOf("[DONE]"));
  } catch (error) {
    stream.write(eventOf(JSON.stringify(await explain(error))));
  }
}

function eventOf(data: string): string {
  return `data: ${data}\n\n`;
}
