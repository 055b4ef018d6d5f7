import type { Draft, DraftFrame, ThreadFrame } from "./frames.ts";

/** Joins what is sent of answers that are being written. */
export class Drafts {
  readonly #drafts = new Map<string, Draft>();

  /** @returns all of it as it stands now; null: it is not known what it continues */
  add({ draft: { messageId, inReplyTo, transformationId, from, text, proven } }: DraftFrame): Draft | null {
    const before = this.#drafts.get(messageId);
    const known = before?.transformationId === transformationId ? before.text : "";
    if (from > known.length) return null;
    const draft = { messageId, inReplyTo, transformationId, text: known.slice(0, from) + text, proven };
    this.#drafts.set(messageId, draft);
    return draft;
  }

  /** What the thread holds of an answer makes its draft void. */
  hear({ textV1 }: ThreadFrame): void {
    if (textV1 !== undefined) this.#drafts.delete(textV1.messageId);
  }

  /** The connection has ended: another one begins with all of it. */
  clear(): void {
    this.#drafts.clear();
  }
}
