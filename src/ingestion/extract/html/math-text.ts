import { fraction, matrix, root, withScripts } from "../formula-text.ts";

interface Node {
  readonly name: string;
  readonly attribute: (name: string) => string | null;
  /** The text of each child. */
  readonly parts: Part[];
}

interface Part {
  readonly name: string;
  readonly text: string;
}

/**
 * Deeper elements and longer formulas are written in document order, because each nesting level copies its
 * text again.
 */
const MAX_DEPTH = 48;
const MAX_CHARS = 4_000;
const LEAVES = new Set(["mi", "mn", "mo", "mtext", "ms"]);
/** Alternative notations of a formula, which MathML viewers do not show. */
const OTHER_SPELLINGS = new Set(["annotation", "annotation-xml"]);
/** Function application, invisible times, invisible separator, invisible plus. */
const INVISIBLE = /[\u2061-\u2064]/g;
const ACCENTS: Readonly<Record<string, string>> = {
  "¯": "\u0304",
  "‾": "\u0304",
  "^": "\u0302",
  ˆ: "\u0302",
  "~": "\u0303",
  "˜": "\u0303",
  "→": "\u20d7",
  "⃗": "\u20d7",
  "˙": "\u0307",
  "¨": "\u0308",
};
const FENCES: Readonly<Record<string, string>> = { "(": ")", "[": "]" };
const STARTS_WITH_WORD = /^[\p{L}\p{N}]/u;
const ENDS_WITH_WORD = /[\p{L}\p{N}]$/u;

/**
 * Writes a MathML formula (https://www.w3.org/TR/mathml-core/) on one line. Receives its tags and texts in
 * order.
 */
export class MathText {
  readonly #open: Node[] = [{ name: "math", attribute: () => null, parts: [] }];
  #chars = 0;
  /** Number of open elements below `MAX_DEPTH`. */
  #beyond = 0;

  open(name: string, attribute: Node["attribute"]): void {
    if (this.#open.length >= MAX_DEPTH) this.#beyond += 1;
    else this.#open.push({ name, attribute, parts: [] });
  }

  close(name: string): void {
    if (this.#beyond > 0) {
      this.#beyond -= 1;
      return;
    }
    if (!this.#open.some((node, at) => at > 0 && node.name === name)) return;
    while (this.#open.length > 1) if (this.#closeTop() === name) return;
  }

  /** @param text with entities decoded */
  add(text: string): void {
    const said = text.replace(INVISIBLE, "").replace(/\s+/g, " ");
    const isLeaf = LEAVES.has(this.#top.name);
    if (said.trim() === "") return;
    this.#chars += said.length;
    this.#top.parts.push({ name: "text", text: isLeaf && this.#top.name !== "mtext" ? said.trim() : said });
  }

  toString(): string {
    while (this.#open.length > 1) this.#closeTop();
    const whole = joined(this.#top.parts.filter(({ name }) => !OTHER_SPELLINGS.has(name))).trim();
    // If the formula exists only in an alternative notation, returns that notation.
    return whole === "" ? joined(this.#top.parts).trim() : whole;
  }

  get #top(): Node {
    return this.#open.at(-1)!;
  }

  #closeTop(): string {
    const node = this.#open.pop()!;
    const text = this.#chars > MAX_CHARS ? joined(node.parts) : said(node);
    // Writes empty rows and cells too, so that the others keep their position.
    if (text !== "" || node.name === "mtd" || node.name === "mrow")
      this.#top.parts.push({ name: node.name, text });
    return node.name;
  }
}

function said({ name, attribute, parts }: Node): string {
  const shown = parts.filter((part) => !OTHER_SPELLINGS.has(part.name));
  const at = (index: number): string => shown[index]?.text ?? "";
  switch (name) {
    case "mfrac":
      return fraction(at(0), at(1));
    case "msqrt":
      return root(joined(shown));
    case "mroot":
      return root(at(0), at(1));
    case "msub":
    case "munder":
      return withScripts(at(0), at(1), "");
    case "msup":
      return withScripts(at(0), "", at(1));
    case "mover":
      return overscript(at(0), at(1));
    case "msubsup":
    case "munderover":
      return withScripts(at(0), at(1), at(2));
    case "mfenced":
      return `${attribute("open") ?? "("}${shown.map(({ text }) => text).join(separatorOf(attribute("separators")))}${attribute("close") ?? ")"}`;
    case "mtr":
    case "mlabeledtr":
      return shown.map(({ text }) => text.trim()).join(" ");
    case "mtable":
      return matrix(shown.map(({ text }) => [text]));
    case "semantics":
      return shown.length > 0 ? joined(shown) : joined(parts);
    case "mphantom":
      return "";
    default:
      return joined(parts.length > shown.length && shown.length > 0 ? shown : parts);
  }
}

/** Returns the separator of a list. If several are given, which is rare, uses the first for all items. */
function separatorOf(separators: string | null): string {
  return separators === null ? "," : separators.trim().slice(0, 1);
}

function overscript(base: string, above: string): string {
  const accent = ACCENTS[above.trim()];
  return accent !== undefined && base.trim().length === 1
    ? base.trim() + accent
    : withScripts(base, "", above);
}

/**
 * Joins parts side by side. Separates a name of several letters, such as a function, by spaces. A matrix has
 * brackets.
 */
function joined(parts: readonly Part[]): string {
  let text = "";
  for (const [at, part] of parts.entries()) {
    const isFence = isFenceOfMatrix(parts, at);
    if (isFence || part.text === "") continue;
    const before = parts[at - 1];
    const isApart =
      before !== undefined &&
      isNameOrNumber(before, part) &&
      ENDS_WITH_WORD.test(text.slice(-2)) &&
      STARTS_WITH_WORD.test(part.text);
    text += isApart ? ` ${part.text}` : part.text;
  }
  return text;
}

function isNameOrNumber(one: Part, other: Part): boolean {
  const isLong = (part: Part): boolean => (part.name === "mi" || part.name === "mo") && part.text.length > 1;
  return isLong(one) || isLong(other) || (one.name === "mn" && other.name === "mn");
}

function isFenceOfMatrix(parts: readonly Part[], at: number): boolean {
  const opens = (index: number): boolean =>
    parts[index + 1]?.name === "mtable" &&
    FENCES[parts[index]?.text ?? ""] !== undefined &&
    parts[index + 2]?.text === FENCES[parts[index]?.text ?? ""];
  return opens(at) || opens(at - 2);
}
