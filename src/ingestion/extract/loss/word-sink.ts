/** Limit for one file. For a longer file, the share of lost words is that of its beginning. */
export const MAX_COUNTED_CHARS = 4_000_000;

/** Ends the count early, because enough of the file was counted. */
export class CountLimitReached extends Error {
  override readonly name = "CountEnds";
}

/** Receives the texts of a file, such as paragraphs and cells. */
export interface WordSink {
  /**
   * @param piece whole words, without markup
   * @param place the user's word for the location ("comments"); "" for the document body
   * @throws CountLimitReached if enough was counted
   */
  add(piece: string, place: string): void;
}

/** A longer sequence of letters without a space is encoded data. */
const MAX_WORD_CHARS = 64;

export function isEncoded(piece: string): boolean {
  return piece.length > MAX_WORD_CHARS && !piece.includes(" ");
}

/** Collects the text runs of one paragraph. */
export class ParagraphCollector {
  readonly #sink: WordSink;
  #text = "";
  #place = "";

  constructor(sink: WordSink) {
    this.#sink = sink;
  }

  add(text: string, place: string): void {
    if (place !== this.#place) this.end();
    this.#place = place;
    this.#text += text;
    if (this.#text.length > 16_384) this.end();
  }

  /** Discards the text that was added after the last paragraph. */
  drop(): void {
    this.#text = "";
  }

  get length(): number {
    return this.#text.length;
  }

  end(): void {
    const text = this.#text;
    this.#text = "";
    if (text.trim() !== "") this.#sink.add(text, this.#place);
  }
}
