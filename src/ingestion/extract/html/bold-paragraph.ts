/** Longer ones are prose that somebody stresses. */
const MAX_CHARS = 100;
const BOLD = new Set(["b", "strong"]);
const SENTENCE_END = /[.!?,;…。．！？，；]["'”’»)\]]*$/u;
const HAS_LETTER = /\p{L}/u;
const SPACES = /\s+/g;

/** Where text is written once it is known what it is: a paragraph by itself or the heading of what follows, or the begin of what follows. */
export type WriteHeld = (text: string, as: "heading" | "paragraph" | "run") => void;

/**
 * Many pages name their sections by a paragraph that is bold as a whole. Such a paragraph is a heading when it is short, no sentence, and has
 * something below it: it is held back until that is known. Of two in a row only the second is one.
 */
export class BoldParagraph {
  readonly #write: WriteHeld;
  #depth = 0;
  /** Of the paragraph that is open and bold so far; null outside of one. */
  #open: string[] | null = null;
  /** What looks like a heading, if something follows. */
  #held: string | null = null;

  constructor(write: WriteHeld) {
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

  /** Whether the text is kept here; else it is the caller's to write, behind what was held. */
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

  /** The paragraph is over. */
  end(): void {
    const text = this.#open?.join("") ?? "";
    this.#open = null;
    if (text.trim() === "") return;
    if (!isTitle(text)) return this.#writeAll(text);
    this.leave();
    this.#held = text;
  }

  /** Something follows that is no such paragraph. */
  release(): void {
    const text = this.#open?.join("") ?? "";
    this.#open = null;
    this.#writeAll(text);
  }

  /** Nothing follows that it could be the heading of. */
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
