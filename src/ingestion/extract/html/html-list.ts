import { romanNumeral } from "../roman-numeral.ts";

type Attribute = (name: string) => string | null;
type Style = "decimal" | "a" | "A" | "i" | "I";

const STYLES: Readonly<Record<string, Style>> = {
  "lower-alpha": "a",
  "lower-latin": "a",
  "upper-alpha": "A",
  "upper-latin": "A",
  "lower-roman": "i",
  "upper-roman": "I",
};
const LIST_STYLE = /list-style(?:-type)?\s{0,4}:\s{0,4}([a-z-]{1,20})/i;
const WHOLE = /^\s*-?\d{1,6}\s*$/;

/**
 * The markers of list items as browsers show them:
 * https://html.spec.whatwg.org/multipage/grouping-content.html#the-ol-element
 */
export class HtmlList {
  readonly #isOrdered: boolean;
  readonly #style: Style;
  readonly #step: 1 | -1;
  #next: number;

  constructor(isOrdered: boolean, attribute: Attribute) {
    this.#isOrdered = isOrdered;
    this.#style = isOrdered ? styleOf(attribute) : "decimal";
    this.#step = isOrdered && attribute("reversed") !== null ? -1 : 1;
    this.#next = numberOf(attribute("start")) ?? 1;
  }

  nextMarker(attribute: Attribute): string {
    if (!this.#isOrdered) return "-";
    const number = numberOf(attribute("value")) ?? this.#next;
    this.#next = number + this.#step;
    return `${inStyle(number, this.#style)}.`;
  }
}

function numberOf(value: string | null): number | null {
  return value !== null && WHOLE.test(value) ? Number(value) : null;
}

/** Returns the numbering style from the attribute, or from the inline style without the attribute. */
function styleOf(attribute: Attribute): Style {
  const type = attribute("type")?.trim() ?? "";
  if (type === "a" || type === "A" || type === "i" || type === "I") return type;
  return STYLES[LIST_STYLE.exec(attribute("style") ?? "")?.[1]?.toLowerCase() ?? ""] ?? "decimal";
}

function inStyle(number: number, style: Style): string {
  if (style === "decimal" || number < 1) return String(number);
  if (style === "a" || style === "A") return inCase(letters(number), style === "A");
  return inCase(romanNumeral(number), style === "I");
}

function inCase(text: string, isUpper: boolean): string {
  return isUpper ? text.toUpperCase() : text;
}

/** Letters as list numbers: "z" is followed by "aa". */
function letters(number: number): string {
  let text = "";
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text;
}
