import { type Raised, raisedText } from "./raised-text.ts";

/** Length of the preceding text that decides how superscript or subscript text is written. */
const TAIL_CHARS = 32;

/** Joins the text runs of a paragraph. Adjacent superscript or subscript runs become one. Linear time. */
export class RunningText {
  readonly #parts: string[] = [];
  #tail = "";
  #raised: { text: string; readonly how: Raised } | null = null;

  add(text: string, how: Raised | null = null): void {
    if (text === "") return;
    if (how !== null && this.#raised?.how === how) {
      this.#raised.text += text;
      return;
    }
    this.#endRaised();
    if (how === null) this.#push(text);
    else this.#raised = { text, how };
  }

  toString(): string {
    this.#endRaised();
    return this.#parts.join("");
  }

  /** Returns the text and clears it. */
  take(): string {
    const text = this.toString();
    this.#parts.length = 0;
    this.#tail = "";
    return text;
  }

  #endRaised(): void {
    if (this.#raised === null) return;
    const { text, how } = this.#raised;
    this.#raised = null;
    this.#push(raisedText(text, how, this.#tail));
  }

  #push(text: string): void {
    this.#parts.push(text);
    this.#tail = (text.length < TAIL_CHARS ? this.#tail + text : text).slice(-TAIL_CHARS);
  }
}
