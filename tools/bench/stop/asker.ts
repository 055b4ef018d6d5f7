import { newId } from "../../../src/domain/ids.ts";
import { FrameReader } from "../lib/frame-reader.ts";
import { call } from "../lib/service.ts";
import * as z from "zod";

interface Frame {
  readonly textV1?: {
    readonly messageId: string;
    readonly isDone: boolean;
    readonly parts: readonly string[];
    readonly createdBy: unknown;
  };
  readonly promptV2?: { readonly messageId: unknown; readonly transformationId: string };
}

/** The end of an answer as its subscriber received it. */
export interface End {
  readonly at: number;
  readonly isStopped: boolean;
}

const stopped = z.object({
  messages: z.array(z.object({ inReplyTo: z.unknown(), isComplete: z.boolean() })),
});
const decoder = new TextDecoder();

/** A user who asks over a socket and stops answers over HTTP. */
export class Asker {
  readonly #reader: FrameReader;
  readonly #origin: string;
  readonly #authorization: string;
  readonly #threadId: string;
  readonly #heard = new Map<string, () => void>();
  readonly #ended = new Map<string, (end: End) => void>();

  private constructor(reader: FrameReader, origin: string, authorization: string, threadId: string) {
    this.#reader = reader;
    this.#origin = origin;
    this.#authorization = authorization;
    this.#threadId = threadId;
    reader.onText = (text) => this.#hear(JSON.parse(decoder.decode(text)) as Frame);
  }

  static async open(origin: string, authorization: string, threadId: string): Promise<Asker> {
    const reader = await FrameReader.open(
      new URL(`${origin}/v1/threads/${threadId}/events?identifiers=text`),
      { authorization },
    );
    return new Asker(reader, origin, authorization, threadId);
  }

  /** @returns resolves when the thread has stored the question; `ended` resolves at the end of its answer */
  async ask(prompt: string): Promise<{ readonly messageId: string; readonly ended: Promise<End> }> {
    const [messageId, transformationId] = [newId("msg"), newId("inter")];
    const heard = new Promise<void>((resolve) => this.#heard.set(messageId, resolve));
    const ended = new Promise<End>((resolve) => this.#ended.set(transformationId, resolve));
    this.#reader.send(JSON.stringify({ promptV2: { prompt, messageId, transformationId } }));
    await heard;
    return { messageId, ended };
  }

  /** @returns the time at which the service confirms the stop */
  async stop(messageId: string): Promise<number> {
    const path = `/v1/threads/${this.#threadId}/messages/${messageId}/answer`;
    await call(this.#origin, this.#authorization, "DELETE", path, undefined, stopped);
    return performance.now();
  }

  /** Duration of a read of the thread: the baseline of a request on this machine. */
  async read(): Promise<number> {
    const startedAt = performance.now();
    await call(this.#origin, this.#authorization, "GET", `/v1/threads/${this.#threadId}`, undefined, stopped);
    return performance.now() - startedAt;
  }

  close(): void {
    this.#reader.destroy();
  }

  #hear({ textV1, promptV2 }: Frame): void {
    if (promptV2 !== undefined) this.#heard.get(String(promptV2.messageId))?.();
    if (textV1?.isDone !== true) return;
    const { provenance, parts } = textV1 as unknown as {
      provenance: { transformationId: string };
      parts: string[];
    };
    this.#ended.get(provenance.transformationId)?.({
      at: performance.now(),
      isStopped: parts.join("") === "This answer was stopped.",
    });
  }
}
