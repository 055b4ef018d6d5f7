import * as z from "zod";
import { type ThreadAddress, type RawFrame, RawSocket } from "./raw-socket.ts";
import { draftFrame } from "./wire-schemas.ts";

const answerFrame = z.looseObject({
  textV1: z.object({
    messageId: z.string(),
    isDone: z.boolean(),
    provenance: z.object({ transformationId: z.string() }),
  }),
});

/**
 * Reads a thread with its drafts through every crash. Each draft continues the text of the same connection,
 * and none outlives its answer.
 */
export class DraftReader {
  readonly threadId: string;
  readonly faults: string[] = [];
  /** Number of received draft frames. */
  drafts = 0;
  /**
   * Number of drafts that ended without their answer on the same connection: by a kill, a disconnect or a
   * restart.
   */
  voided = 0;
  readonly #socket: RawSocket;
  readonly #open = new Map<string, { readonly transformationId: string; readonly text: string }>();
  /** By message: the attempts whose answers arrived. */
  readonly #ended = new Set<string>();
  #connection = 0;

  constructor(place: ThreadAddress) {
    this.threadId = place.threadId;
    const listener = {
      onFrame: (frame: RawFrame) => this.#hear(frame),
      onRejected: (code: number) => this.faults.push(`was rejected with ${code}`),
    };
    this.#socket = new RawSocket({ ...place, drafts: true }, listener);
  }

  /** Breaks its connection, and reconnects. */
  reconnect(): void {
    this.#socket.reconnect();
  }

  /** The drafts that are still open. */
  get open(): readonly string[] {
    return [...this.#open.keys()];
  }

  async stop(): Promise<void> {
    await this.#socket.stop();
  }

  #hear({ text, body }: RawFrame): void {
    if (this.#connection !== this.#socket.connections) {
      this.#connection = this.#socket.connections;
      this.voided += this.#open.size;
      this.#open.clear();
    }
    if ("draft" in body) return this.#hearDraft(draftFrame.parse(body).draft, text);
    const answer = answerFrame.safeParse(body);
    if (!answer.success) return;
    const { messageId, isDone, provenance } = answer.data.textV1;
    this.#open.delete(messageId);
    // A repeated answer first reports its start.
    if (isDone) this.#ended.add(`${messageId}/${provenance.transformationId}`);
  }

  #hearDraft(
    { messageId, transformationId, from, text: added, proven }: z.output<typeof draftFrame>["draft"],
    frame: string,
  ): void {
    const before = this.#open.get(messageId);
    const isContinued = before?.transformationId === transformationId;
    const known = isContinued ? before.text : "";
    if (this.#ended.has(`${messageId}/${transformationId}`))
      this.faults.push(`got a draft of an answer that has ended: ${frame.slice(0, 200)}`);
    if (from > known.length)
      this.faults.push(`got a draft that continues text that was not sent: ${frame.slice(0, 200)}`);
    const text = known.slice(0, from) + added;
    if (proven > text.length)
      this.faults.push(`got a draft with more verified text than it has: ${frame.slice(0, 200)}`);
    if (before !== undefined && !isContinued) this.voided += 1;
    this.drafts += 1;
    this.#open.set(messageId, { transformationId, text });
  }
}
