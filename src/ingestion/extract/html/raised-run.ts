import { raisedText, type Raised } from "../raised-text.ts";

type Attribute = (name: string) => string | null;

const TAGS: Readonly<Record<string, Raised>> = { sup: "super", sub: "sub" };
/** Maximum length of superscript text. Longer text comes from a tag without an end tag. */
const MAX_CHARS = 200;
const MAX_DEPTH = 4;
const BEFORE_CHARS = 24;
const NOTE_CLASS = /(?:^|[\s_-])(?:foot|end)?note|(?:^|[\s_-])(?:reference|citation)(?:[\s_-]|$)/i;

interface Level {
  readonly name: string;
  readonly how: Raised;
  readonly parts: string[];
  isNote: boolean;
}

/** Passes text on, and writes superscript and subscript text with `raisedText`. */
export class RaisedRun {
  readonly #write: (text: string) => void;
  readonly #levels: Level[] = [];
  #before = "";
  #held = 0;
  /** Whether a link to an anchor of the same page is open and has no text yet. */
  #isAtNoteLink = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  openTag(name: string, attribute: Attribute): void {
    if (name === "a") this.#openLink(attribute);
    const how = TAGS[name];
    if (how === undefined || this.#levels.length >= MAX_DEPTH) return;
    const isNote = this.#isAtNoteLink || NOTE_CLASS.test(attribute("class") ?? "");
    this.#levels.push({ name, how, parts: [], isNote });
  }

  closeTag(name: string): void {
    if (name === "a") this.#isAtNoteLink = false;
    if (this.#levels.at(-1)?.name === name) this.#closeLevel();
  }

  add(text: string): void {
    const level = this.#levels.at(-1);
    if (level === undefined) {
      this.#isAtNoteLink &&= text.trim() === "";
      return this.#pass(text);
    }
    level.parts.push(text);
    this.#held += text.length;
    if (this.#held > MAX_CHARS) this.end();
  }

  /** Called where a block begins or ends. Writes the buffered text and forgets the base of an exponent. */
  end(): void {
    const held = this.#levels.splice(0).flatMap(({ parts }) => parts);
    this.#held = 0;
    if (held.length > 0) this.#write(held.join(""));
    this.#before = "";
  }

  #openLink(attribute: Attribute): void {
    this.#isAtNoteLink = attribute("href")?.startsWith("#") === true;
    const level = this.#levels.at(-1);
    if (level !== undefined && this.#isAtNoteLink) level.isNote = true;
  }

  #closeLevel(): void {
    const level = this.#levels.pop();
    if (level === undefined) return;
    const text = level.parts.join("");
    const outer = this.#levels.at(-1);
    const written = raisedText(text, level.how, outer?.parts.join("") ?? this.#before, level.isNote);
    if (outer !== undefined) {
      outer.parts.push(written);
      return;
    }
    this.#held = 0;
    this.#pass(written);
  }

  #pass(text: string): void {
    this.#before = (this.#before + text).slice(-BEFORE_CHARS);
    if (text !== "") this.#write(text);
  }
}
