/** One event of a stream, as a browser's `EventSource` would dispatch it. */
export interface StreamedEvent {
  /** The last event id received so far. */
  readonly id: string;
  readonly frame: Record<string, any>;
}

/** Reads server-sent events from a response body as the HTML standard defines. */
export class EventReader {
  readonly events: StreamedEvent[] = [];
  /** The raw text of the stream. */
  text = "";
  lastId = "";
  retryMs: number | null = null;
  /** Resolves when the stream has ended or broken. */
  readonly ended: Promise<"end" | "broken">;
  readonly leave: () => void;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #waiting = new Set<() => void>();

  /** @param leave closes the connection */
  constructor(body: ReadableStream<Uint8Array>, leave: () => void) {
    this.leave = leave;
    this.#reader = body.getReader();
    this.ended = this.#read();
  }

  get frames(): Record<string, any>[] {
    return this.events.map(({ frame }) => frame);
  }

  /** Resolves once the condition holds for the events received so far. */
  async until(condition: (reader: this) => boolean): Promise<void> {
    await new Promise<void>((done) => {
      const look = (): void => {
        if (!condition(this)) return;
        this.#waiting.delete(look);
        done();
      };
      this.#waiting.add(look);
      look();
    });
  }

  async #read(): Promise<"end" | "broken"> {
    const decoder = new TextDecoder();
    let rest = "";
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (done) return "end";
        const text = decoder.decode(value, { stream: true });
        this.text += text;
        const blocks = (rest + text).split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) this.#take(block.split("\n"));
        for (const look of this.#waiting) look();
      }
    } catch {
      return "broken";
    }
  }

  #take(lines: readonly string[]): void {
    const data: string[] = [];
    for (const line of lines) {
      const field = line.slice(0, line.indexOf(":"));
      const value = line.slice(field.length + 1).replace(/^ /, "");
      if (field === "id") this.lastId = value;
      if (field === "retry") this.retryMs = Number(value);
      if (field === "data") data.push(value);
    }
    if (data.length > 0) this.events.push({ id: this.lastId, frame: JSON.parse(data.join("\n")) });
  }
}

/**
 * Opens a thread's stream over HTTP.
 * @throws Error with the status if the response is no stream
 */
export async function followEvents(
  origin: string,
  threadId: string,
  token: string,
  { query = "", headers = {} }: { readonly query?: string; readonly headers?: Record<string, string> } = {},
): Promise<EventReader> {
  return await followStream(`${origin}/v1/threads/${threadId}/events${query}`, token, headers);
}

/**
 * Opens any stream over HTTP.
 * @throws Error with the status if the response is no stream
 */
export async function followStream(
  url: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const leaving = new AbortController();
  const response = await fetch(url, {
    headers: { accept: "text/event-stream", authorization: `Bearer ${token}`, ...headers },
    signal: leaving.signal,
  });
  if (response.status === 200 && response.body !== null)
    return new EventReader(response.body, () => leaving.abort());
  await response.body?.cancel();
  throw new Error(`no stream: ${response.status}`);
}
