/** A longer bold paragraph is emphasized prose. */
const MAX_CHARS = 100;
const BOLD = new Set(["b", "strong"]);
const SENTENCE_END = /[.!?,;…。．！？，；]["'”’»)\]]*$/u;
const HAS_LETTER = /\p{L}/u;
const SPACES = /\s+/g;

/**
 * Receives buffered text once its role is known: a paragraph, a heading of the content below, or the first
 * words of the text below.
 */
export type WritePending = (text: string, as: "heading" | "paragraph" | "run") => void;

/**
 * Detects headings that are bold paragraphs: short, no sentence, and followed by content. Buffers such a
 * paragraph until content follows. Of two candidates in a row, only the second is a heading.
 */
export class BoldParagraph {
  readonly #write: WritePending;
  #depth = 0;
  /** Text of the open paragraph as long as all of it is bold; null outside of a paragraph. */
  #open: string[] | null = null;
  /** The buffered heading candidate, until content follows. */
  #held: string | null = null;

  constructor(write: WritePending) {
    this.#write = write;
  }

  openParagraph(): void {
    this.#open = [];
    this.#depth = 0;
  }

  openTag(name: string): void {
    if (BOLD.has(name)) this.#depth += 1;
  }

  closeTag(name: string): void {
    if (BOLD.has(name)) this.#depth = Math.max(0, this.#depth - 1);
  }

  /** Returns true if the text was buffered. Otherwise the caller writes it after the buffered text. */
  takes(text: string): boolean {
    if (text.trim() === "") {
      this.#open?.push(text);
      return this.#open !== null;
    }
    if (this.#open !== null && this.#depth > 0) {
      this.#open.push(text);
      return true;
    }
    this.release();
    return false;
  }

  /** Ends the open paragraph. */
  end(): void {
    const text = this.#open?.join("") ?? "";
    this.#open = null;
    if (text.trim() === "") return;
    if (!isTitle(text)) return this.#writeAll(text);
    this.leave();
    this.#held = text;
  }

  /**
   * Called when other content follows. Writes the candidate as a heading, and the text of the open paragraph
   * after it.
   */
  release(): void {
    const text = this.#open?.join("") ?? "";
    this.#open = null;
    this.#writeAll(text);
  }

  /** Called when no content follows. Writes the candidate as a paragraph. */
  leave(): void {
    const held = this.#held;
    this.#held = null;
    if (held !== null) this.#write(held, "paragraph");
  }

  #writeAll(text: string): void {
    const held = this.#held;
    this.#held = null;
    if (held !== null) this.#write(held, "heading");
    if (text.trim() !== "") this.#write(text, "run");
  }
}

function isTitle(text: string): boolean {
  const said = text.replace(SPACES, " ").trim();
  return said.length <= MAX_CHARS && HAS_LETTER.test(said) && !SENTENCE_END.test(said);
}
