import type { XmlAttributes } from "../xml/read-xml.ts";

const IS_OFF = /^(?:0|false|off)$/;
const WHITE = /^#?(?:f{6}|f{3})$/i;
/** Maximum size of a font that nobody can read, in half-points. */
const MAX_TINY_HALF_POINTS = 2;

interface Run {
  isVanished: boolean;
  /** Word hides such text in its web view only. It is no hidden message. */
  isWebHidden: boolean;
  isWhite: boolean;
  isFilled: boolean;
  isTiny: boolean;
}

const VISIBLE: Run = {
  isVanished: false,
  isWebHidden: false,
  isWhite: false,
  isFilled: false,
  isTiny: false,
};

/** True for the color of empty paper. */
export function isWhite(color: string): boolean {
  return WHITE.test(color.trim());
}

/** True if a fill leaves the paper as it is. */
export function isPaper(fill: string): boolean {
  return fill === "" || fill === "auto" || fill === "transparent" || isWhite(fill);
}

/**
 * Decides whether readers of a Word document see the text of a run. White text counts as hidden only on paper
 * without any color.
 */
export class RunVisibility {
  /** Number of hidden texts, without those of the web view. */
  hidden = 0;
  #run = VISIBLE;
  #isPageFilled = false;
  #isParagraphFilled = false;
  #isParagraphVanished = false;

  /** @param isMark true between the properties of a paragraph */
  open(name: string, attributes: XmlAttributes, isMark: boolean): void {
    const value = attributes.get("val") ?? "";
    if (name === "background") this.#isPageFilled ||= !isPaper(attributes.get("color") ?? "");
    else if (name === "shd" && isMark) this.#isParagraphFilled ||= !isPaper(attributes.get("fill") ?? "");
    else if (name === "shd") this.#run = { ...this.#run, isFilled: !isPaper(attributes.get("fill") ?? "") };
    else if (name === "highlight") this.#run = { ...this.#run, isFilled: value !== "none" };
    else if (name === "vanish") this.#run = { ...this.#run, isVanished: !IS_OFF.test(value) };
    else if (name === "webHidden") this.#run = { ...this.#run, isWebHidden: !IS_OFF.test(value) };
    else if (name === "color") this.#run = { ...this.#run, isWhite: isWhite(value) };
    else if (name === "sz")
      this.#run = { ...this.#run, isTiny: Number(value || NaN) <= MAX_TINY_HALF_POINTS };
  }

  /** Applies the style of the run. */
  vanish(isVanished: boolean): void {
    if (isVanished) this.#run = { ...this.#run, isVanished };
  }

  /** Applies the style of the paragraph. */
  vanishParagraph(isVanished: boolean): void {
    this.#isParagraphVanished = isVanished;
  }

  startParagraph(): void {
    [this.#isParagraphFilled, this.#isParagraphVanished] = [false, false];
  }

  startRun(): void {
    this.#run = { ...VISIBLE, isVanished: this.#isParagraphVanished };
  }

  /** @param isOnPaper false in tables and text boxes, which have fills of their own */
  hides(text: string, isOnPaper: boolean): boolean {
    const { isVanished, isWebHidden, isWhite: isWhiteText, isFilled, isTiny } = this.#run;
    const isUnseen = isWhiteText && isOnPaper && !isFilled && !this.#isParagraphFilled && !this.#isPageFilled;
    const isHidden = isVanished || isUnseen || isTiny;
    if (isHidden && text.trim() !== "") this.hidden += 1;
    return isHidden || isWebHidden;
  }
}
