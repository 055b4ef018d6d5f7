import { TextStream } from "./text-stream.ts";

/** Whoever waits hears a comment so often, so that nothing on the way takes the connection for dead. */
const WAIT_SIGN_MS = 10_000;

/** What a chat's stream is told: pieces, or at last an error in their place. */
export interface ChatStream {
  /** Tells each piece; resolves behind the last one. */
  readonly write: (tell: (piece: object) => void) => Promise<void>;
  readonly explain: (error: unknown) => Promise<object>;
}

/** Server-sent events as OpenAI's clients read them: each piece in an event, `[DONE]` at the end. */
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

async function tellAll(stream: TextStream, write: ChatStream["write"], explain: ChatStream["explain"]): Promise<void> {
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
