import { TextStream } from "./text-stream.ts";

/** Whoever waits hears a comment so often, so that nothing on the way takes the connection for dead. */
const WAIT_SIGN_MS = 10_000;

/** What a chat's stream is told: pieces, or at last an error in their place. */
export interface ChatStream {
  readonly pieces: Promise<Iterable<object>>;
  readonly explain: (error: unknown) => Promise<object>;
}

/** Server-sent events as OpenAI's clients read them: each piece in an event, `[DONE]` at the end. */
export function openChatStream({ pieces, explain }: ChatStream): ReadableStream<Uint8Array> {
  const timer: { id?: ReturnType<typeof setInterval> } = {};
  const stream = new TextStream({ onTaken: () => {}, onOver: () => clearInterval(timer.id) }, "");
  timer.id = setInterval(() => stream.write(": waiting\n\n"), WAIT_SIGN_MS);
  void write(stream, pieces, explain).finally(() => {
    clearInterval(timer.id);
    stream.end();
  });
  return stream.body;
}

async function write(stream: TextStream, pieces: ChatStream["pieces"], explain: ChatStream["explain"]): Promise<void> {
  try {
    for (const piece of await pieces) stream.write(eventOf(JSON.stringify(piece)));
    stream.write(eventOf("[DONE]"));
  } catch (error) {
    stream.write(eventOf(JSON.stringify(await explain(error))));
  }
}

function eventOf(data: string): string {
  return `data: ${data}\n\n`;
}
