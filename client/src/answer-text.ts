import { withResolvers } from "./with-resolvers.ts";
import type { ThreadEvents } from "./frames.ts";

/** A citation: the verbatim text of that version of the document at `[start, end)`, in UTF-16 code units. */
export type AnswerCitation = ThreadEvents["textV1"]["provenance"]["citations"][number];

export interface FinalAnswer {
  /** Id of the answer's message. */
  readonly messageId: string;
  readonly text: string;
  /** The text of a failed answer says what failed. A cancelled answer keeps its text so far. */
  readonly state: "done" | "failed" | "cancelled";
  /** The user who stopped the answer; "" if no user did. */
  readonly stoppedBy: string;
  readonly textSuggestions: readonly string[];
  /** Citations in order: `[1]` in the text refers to the first citation. */
  readonly citations: readonly AnswerCitation[];
  /** Number of documents in scope that were not processed yet, so the search did not cover them. */
  readonly pendingAssets: number;
  /**
   * The sources of the answer; null if the answer was read from the thread because its events have expired.
   */
  readonly provenance: ThreadEvents["textV1"]["provenance"] | null;
}

/** The parts of an answer as they arrive. Every iterator receives all of them. */
export interface Answer extends AsyncIterable<string> {
  /**
   * Resolves with the whole answer at its end. Rejects with the service's error or with `ConnectionClosed`.
   */
  readonly final: Promise<FinalAnswer>;
}

interface Part {
  readonly text: string;
  readonly transformationId: string;
}

export class AnswerText implements Answer {
  readonly #parts: Part[] = [];
  readonly #final = withResolvers<FinalAnswer>();
  readonly #onRestart: () => void;
  #isEnded = false;
  #attempt = "";
  #news = withResolvers<void>();

  /** @param onRestart called before the first part of another attempt: discard the earlier parts */
  constructor(onRestart: () => void) {
    this.#onRestart = onRestart;
  }

  get final(): Promise<FinalAnswer> {
    return this.#final.promise;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The text of the latest attempt so far. */
  get text(): string {
    const current = this.#attempt;
    return this.#parts
      .flatMap(({ text, transformationId }) => (transformationId === current ? [text] : []))
      .join("");
  }

  add(parts: readonly string[], transformationId: string): void {
    this.#attempt = transformationId;
    this.#parts.push(...parts.map((text) => ({ text, transformationId })));
    this.#tell();
  }

  finish(final: FinalAnswer): void {
    this.#isEnded = true;
    this.#final.resolve(final);
    this.#tell();
  }

  fail(error: Error): void {
    this.#isEnded = true;
    this.#final.reject(error);
    this.#tell();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void> {
    let heard: Part | undefined;
    for (let position = 0; ;) {
      const part = this.#parts[position];
      if (part !== undefined) {
        if (heard !== undefined && heard.transformationId !== part.transformationId) this.#onRestart();
        heard = part;
        position += 1;
        yield part.text;
      } else if (this.#isEnded) return void (await this.#final.promise);
      else await this.#news.promise;
    }
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = withResolvers();
  }
}
