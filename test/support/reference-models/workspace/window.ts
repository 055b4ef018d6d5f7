import { vi } from "vitest";
import { EventReader } from "../../http/event-reader.ts";
import { rawCall } from "../../http/call.ts";
import { WAIT } from "../../setup/wait.ts";
import type { Frame } from "../../http/room-frames.ts";
import { openEvents, type ThreadListener } from "../../http/threads.ts";

/** How a caller opens a thread's events: with their own token, or as a guest with the link's token. */
export interface Opener {
  readonly token?: string;
  readonly publicToken?: string;
}

/** One listener's socket and event stream, which receive the same events. */
export class Window {
  /** The displayed answers with their text, according to the frames. */
  readonly answers = new Map<string, string>();
  /** The room has requested a resync, so earlier frames no longer count. */
  hasResynced = false;
  /** The text of all received frames. */
  heard = "";
  readonly #threadId: string;
  readonly #opener: Opener;
  #socket: ThreadListener | null = null;
  #stream: EventReader | null = null;
  #taken = 0;
  #lastSeq = 0;

  constructor(threadId: string, opener: Opener) {
    this.#threadId = threadId;
    this.#opener = opener;
  }

  get isOpen(): boolean {
    return this.#socket !== null;
  }

  /** @throws Error if the service rejects the caller */
  async open(): Promise<void> {
    const { publicToken, token } = this.#opener;
    const query = {
      since: String(this.#lastSeq),
      ...(publicToken === undefined ? {} : { publicAccessToken: publicToken }),
    };
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const leaving = new AbortController();
    const path = `/v1/threads/${this.#threadId}/events?${new URLSearchParams(query).toString()}`;
    const streamed = await rawCall("GET", path, {
      headers: { ...headers, accept: "text/event-stream" },
      signal: leaving.signal,
    });
    if (streamed.status !== 200 || streamed.body === null)
      throw new Error(`no stream: ${await streamed.text()}`);
    this.#stream = new EventReader(streamed.body, () => leaving.abort());
    this.#socket = await openEvents(this.#threadId, query, headers);
    this.#taken = 0;
    await this.catchUp();
  }

  /**
   * Receives every frame sent so far over both. A pong marks the end of the socket's frames, and the stream
   * receives as many.
   */
  async catchUp(): Promise<void> {
    const [socket, stream] = [this.#socket, this.#stream];
    if (socket === null || stream === null) return;
    await ponged(socket);
    await vi.waitUntil(() => stream.frames.length >= socket.frames.length, { interval: 1, ...WAIT });
    const fresh = socket.frames.slice(this.#taken);
    const streamed = stream.frames.slice(this.#taken);
    this.#taken = socket.frames.length;
    if (JSON.stringify(fresh) !== JSON.stringify(streamed))
      throw new Error(`a socket heard ${JSON.stringify(fresh)}, a stream ${JSON.stringify(streamed)}`);
    for (const frame of fresh) this.#hear(frame);
  }

  /**
   * Waits until the service has closed both.
   * @returns the code of the last frame, which both share
   */
  async closed(): Promise<number> {
    const [socket, stream] = [this.#socket, this.#stream];
    if (socket === null || stream === null) throw new Error("nobody listens");
    const code = await inTime("a socket is not closed", socket.closed);
    await inTime("a stream does not end", stream.ended);
    const told = stream.frames.at(-1)?.["error"]?.closeCode;
    if (told !== code) throw new Error(`a socket was closed with ${code}, a stream ended with ${told}`);
    for (const frame of socket.frames.slice(this.#taken)) if (frame.error === undefined) this.#hear(frame);
    this.#socket = null;
    this.#stream = null;
    return code;
  }

  leave(): void {
    this.#socket?.socket.close(1000);
    this.#stream?.leave();
    this.#socket = null;
    this.#stream = null;
  }

  #hear(frame: Frame): void {
    const { seq, resync, textV1: text } = frame;
    this.heard += JSON.stringify(frame);
    this.#lastSeq = seq ?? this.#lastSeq;
    if (resync === true) this.hasResynced = true;
    if (text === undefined || text.createdBy.some((byte) => byte !== 0) && this.#opener.publicToken === undefined) return; // prettier-ignore
    const { replaces = "" } = text.provenance as { readonly replaces?: string };
    const before = replaces === "" ? (this.answers.get(text.messageId) ?? "") : "";
    if (replaces !== "") this.answers.delete(replaces);
    this.answers.set(text.messageId, before + text.parts.join(""));
  }
}

async function ponged({ socket }: ThreadListener): Promise<void> {
  if (socket.readyState !== WebSocket.OPEN) return;
  const pong = new Promise<void>((resolve) => {
    socket.addEventListener("message", ({ data }) => data === "pong" && resolve());
    socket.addEventListener("close", () => resolve());
  });
  socket.send("ping");
  await pong;
}

async function inTime<T>(otherwise: string, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(otherwise)), WAIT.timeout),
  );
  return await Promise.race([work, late]);
}
