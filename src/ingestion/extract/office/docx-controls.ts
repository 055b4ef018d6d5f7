import type { XmlAttributes } from "../xml/read-xml.ts";

const IS_OFF = /^(?:0|false|off)$/;

/**
 * Content controls of a Word document (ECMA-376-1, 17.5.2). An empty control shows a prompt, which the
 * extractor skips.
 */
export class DocxControls {
  /** One entry per open control, innermost last: whether the control shows its prompt. */
  readonly #open: boolean[] = [];
  #prompts = 0;
  #isInProperties = false;

  get isPrompt(): boolean {
    return this.#prompts > 0;
  }

  /** @returns whether the element only describes the control */
  open(name: string, attributes: XmlAttributes): boolean {
    if (name === "sdt") this.#open.push(false);
    else if (name === "sdtPr") this.#isInProperties = true;
    else if (this.#isInProperties && name === "showingPlcHdr" && !IS_OFF.test(attributes.get("val") ?? ""))
      this.#setPrompt();
    return this.#isInProperties && name !== "sdtPr";
  }

  close(name: string): void {
    if (name === "sdtPr") this.#isInProperties = false;
    else if (name === "sdt" && this.#open.pop() === true) this.#prompts -= 1;
  }

  #setPrompt(): void {
    if (this.#open.at(-1) !== false) return;
    this.#open[this.#open.length - 1] = true;
    this.#prompts += 1;
  }
}
