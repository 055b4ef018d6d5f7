import { fraction, grouped, matrix, root, withScripts } from "../formula-text.ts";
import type { XmlAttributes, XmlReader } from "../xml/read-xml.ts";
import type { FormulaBudget } from "./formula-reader.ts";

interface Frame {
  readonly name: string;
  readonly children: string[];
  readonly rows: string[][];
  readonly fence: readonly [open: string, close: string, separator: string];
  text: string;
}

const TOKENS = new Set(["mi", "mn", "mo", "mtext", "ms"]);
/**
 * Skipped elements: annotations, which repeat the formula in another notation, and phantoms, which are not
 * drawn.
 */
const SKIPPED = new Set(["annotation", "annotation-xml", "mphantom"]);
const INVISIBLE = /[\u2061-\u2064\u200b]/g;

/** Reads a MathML formula of an OpenDocument file as one line of text: "x=(-b±√(b²-4ac))/(2a)". */
export class MathmlReader implements XmlReader {
  readonly #frames: Frame[] = [];
  readonly #budget: FormulaBudget;
  #skipping = 0;
  /** The formula; null if the document contains none. */
  result: string | null = null;

  constructor(budget: FormulaBudget) {
    this.#budget = budget;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipping > 0 || SKIPPED.has(name)) this.#skipping += 1;
    else if (name === "math" || this.#frames.length > 0) this.#frames.push(newFrame(name, attributes));
  }

  text(text: string): void {
    const top = this.#frames.at(-1);
    if (this.#skipping === 0 && top !== undefined && TOKENS.has(top.name))
      top.text += text.replace(INVISIBLE, "");
  }

  close(): void {
    if (this.#skipping > 0) {
      this.#skipping -= 1;
      return;
    }
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    const around = this.#frames.at(-1);
    if (frame.name === "mtr" || frame.name === "mlabeledtr") around?.rows.push([...frame.children]);
    else {
      const said = this.#written(frame);
      if (around === undefined) this.result = said.replace(/\s+/g, " ").trim();
      else around.children.push(said);
    }
  }

  #written(frame: Frame): string {
    const characters = frame.children.reduce((sum, text) => sum + text.length, frame.text.length);
    return this.#budget.take(characters)
      ? writtenElement(frame)
      : [frame.text, ...frame.children, ...frame.rows.flat()].join(" ");
  }
}

function writtenElement({ name, children, rows, fence, text }: Frame): string {
  const [first = "", second = "", third = ""] = children;
  if (TOKENS.has(name)) return name === "mtext" ? text : text.trim();
  switch (name) {
    case "mfrac":
      return fraction(first, second);
    case "msqrt":
      return root(children.join(""));
    case "mroot":
      return root(first, second);
    case "msup":
      return withScripts(first, "", second);
    case "msub":
    case "munder":
      return withScripts(first, second, "");
    case "msubsup":
    case "munderover":
      return withScripts(first, second, third);
    case "mover":
      return second.length === 1 && !/[\p{L}\p{N}]/u.test(second)
        ? grouped(first) + second
        : withScripts(first, "", second);
    case "mtable":
      return matrix(rows);
    case "mfenced":
      return fence[0] + children.join(fence[2]) + fence[1];
    default:
      return children.join("");
  }
}

function newFrame(name: string, attributes: XmlAttributes): Frame {
  const fence = [
    attributes.get("open") ?? "(",
    attributes.get("close") ?? ")",
    attributes.get("separators")?.slice(0, 1) ?? ",",
  ] as const;
  return { name, children: [], rows: [], fence, text: "" };
}
