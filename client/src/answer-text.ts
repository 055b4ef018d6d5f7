import { deferred } from "./deferred.ts";
import type { ThreadEvents } from "./frames.ts";

/** A citation whole: letter for letter the text of that version of the document at `[start, end)`, in UTF-16 code units. */
export type ToldCitation = ThreadEvents["textV1"]["provenance"]["citations"][number];

export interface FinalAnswer {
  /** The answer's own message. */
  readonly messageId: string;
  readonly text: string;
  /** What the first quote says in a word, a number, a name or a day, where that can be said safely; derived; else "". */
  readonly lead: string;
  readonly textSuggestions: readonly string[];
  /** Its citations in their order; `[1]` in the text is the first. */
  readonly citations: readonly ToldCitation[];
  /** How many documents in scope were not read yet, so that it could not look into them. */
  readonly pendingAssets: number;
  /** What it rests on; null when the answer was read from the thread, as its events are not kept any more. */
  readonly provenance: ThreadEvents["textV1"]["provenance"] | null;
}

/** An answer's parts as they come. Every iterator gets all of them. */
export interface Answer extends AsyncIterable<string> {
  /** The whole answer, once it has ended. Rejects with what the question was refused with, or with `ConnectionClosed`. */
  readonly final: Promise<FinalAnswer>;
}

interface Part {
  readonly text: string;
  readonly transformationId: string;
}

export class AnswerText implements Answer {
  readonly #parts: Part[] = [];
  readonly #final = deferred<FinalAnswer>();
  readonly #onRestart: () => void;
  #isEnded = false;
  #attempt = "";
  #news = deferred<void>();

  /** @param onRestart called before the first part of another attempt: the parts before it are void */
  constructor(onRestart: () => void) {
    this.#onRestart = onRestart;
  }

  get final(): Promise<FinalAnswer> {
    return this.#final.promise;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** What the last attempt has said so far. */
  get text(): string {
    const current = this.#attempt;
    return this.#parts.flatMap(({ text, transformationId }) => (transformationId === current ? [text] : [])).join("");
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
    this.#news = deferred();
  }
}
