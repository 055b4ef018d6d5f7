/** A longer bold paragraph is emphasized prose. */
const MAX_CHARS = 100;
const BOLD = new Set(["b", "strong"]);
const SENTENCE_END = /[.!?,;…。．！？，；]["'”’»)\]]*$/u;
const HAS_LETTER = /\p{L}/u;
const SPACES = /\s+/g;

/**
 * Receives held text once its role is known: a paragraph, the heading of the following content, or the
 * beginning of the following text.
 */
export type WritePending = (text: string, as: "heading" | "paragraph" | "run") => void;

/**
 * Detects headings written as bold paragraphs: short, no sentence, and followed by content. Holds such a
 * paragraph back until content follows. Of two in a row only the second is a heading.
 */
export class BoldParagraph {
  readonly #write: WritePending;
  #depth = 0;
  /** Text of the open paragraph while all of it is bold; null outside of one. */
  #open: string[] | null = null;
  /** A heading candidate, until content follows. */
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

  /** Returns true if it keeps the text. Otherwise the caller writes it after the held text. */
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

  /** Ends the paragraph. */
  end(): void {
    const text = this.#open?.join("") ?? "";
    this.#open = null;
    if (text.trim() === "") return;
    if (!isTitle(text)) return this.#writeAll(text);
    this.leave();
    this.#held = text;
  }

  /** Other content follows: writes the candidate as a heading, and text of the open paragraph after it. */
  release(): void {
    const text = this.#open?.join("") ?? "";
    this.#open = null;
    this.#writeAll(text);
  }

  /** Nothing follows that a heading could introduce: writes the candidate as a paragraph. */
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
