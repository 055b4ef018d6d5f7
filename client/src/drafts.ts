import type { Draft, DraftFrame, ThreadFrame } from "./frames.ts";

/** Assembles the drafts of running answers from their frames. */
export class Drafts {
  readonly #drafts = new Map<string, Draft>();

  /** @returns the whole draft; null if its beginning is unknown */
  add({ draft: { messageId, inReplyTo, transformationId, from, text, proven } }: DraftFrame): Draft | null {
    const before = this.#drafts.get(messageId);
    const known = before?.transformationId === transformationId ? before.text : "";
    if (from > known.length) return null;
    const draft = { messageId, inReplyTo, transformationId, text: known.slice(0, from) + text, proven };
    this.#drafts.set(messageId, draft);
    return draft;
  }

  /** A stored event of an answer invalidates its draft. */
  invalidate({ textV1 }: ThreadFrame): void {
    if (textV1 !== undefined) this.#drafts.delete(textV1.messageId);
  }

  /** Call it when a connection ends: the next one begins with the whole draft. */
  clear(): void {
    this.#drafts.clear();
  }
}
