/** Counted of a file; the share of a longer one is that of its beginning. */
export const MAX_COUNTED_CHARS = 4_000_000;

/** Enough of a file was counted. */
export class CountEnds extends Error {
  override readonly name = "CountEnds";
}

/** Takes the pieces of text that a file holds, such as paragraphs and cells. */
export interface HeldText {
  /**
   * @param piece whole words, without markup
   * @param place where it stands, as people call it ("comments"); "" for the document itself
   * @throws CountEnds when no more is wanted
   */
  add(piece: string, place: string): void;
}

/** Longer pieces without a space are encoded bytes, and no words. */
const MAX_WORD_CHARS = 64;

export function isEncoded(piece: string): boolean {
  return piece.length > MAX_WORD_CHARS && !piece.includes(" ");
}

/** Collects the text of a paragraph that comes in parts. */
export class HeldParagraph {
  readonly #held: HeldText;
  #text = "";
  #place = "";

  constructor(held: HeldText) {
    this.#held = held;
  }

  add(text: string, place: string): void {
    if (place !== this.#place) this.end();
    this.#place = place;
    this.#text += text;
    if (this.#text.length > 16_384) this.end();
  }

  /** Forgets what came since the last end. */
  drop(): void {
    this.#text = "";
  }

  get length(): number {
    return this.#text.length;
  }

  end(): void {
    const text = this.#text;
    this.#text = "";
    if (text.trim() !== "") this.#held.add(text, this.#place);
  }
}
