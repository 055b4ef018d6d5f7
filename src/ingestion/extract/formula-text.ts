import { spellRaised } from "./raised-text.ts";

/** A formula that needs no parentheses: a number, or one variable with exponent and index. */
const ONE_TERM = /^(?:\p{Nd}[\p{Nd}.,]*|\p{L}\p{M}*)[′″\u2070-\u209f\u00b2\u00b3\u00b9]*$/u;
const WORD = /^\p{L}+$/u;
const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "|": "|" };

/**
 * Writes a formula on one line without changing its meaning: "(a+b)/(c+d)", "√(b²-4ac)", "∑_(i=1)ⁿ", "[1 2; 3
 * 4]".
 */
export function fraction(above: string, below: string): string {
  return `${grouped(above)}/${grouped(below)}`;
}

export function root(radicand: string, degree = ""): string {
  const said = degree.trim();
  return `${said === "" || said === "2" ? "" : spellRaised(said, "super")}√${grouped(radicand)}`;
}

/** Writes a base with its index and exponent. An absent one is `""`. */
export function withScripts(base: string, lowered: string, raised: string): string {
  const [sub, sup] = [lowered.trim(), raised.trim()];
  const below = sub === "" ? "" : spellRaised(sub, "sub");
  const above = sup === "" || /^[′″‴']+$/u.test(sup) ? sup : spellRaised(sup, "super");
  return (WORD.test(base.trim()) || base.trim().length <= 1 ? base.trim() : grouped(base)) + below + above;
}

export function matrix(rows: readonly (readonly string[])[]): string {
  return `[${rows.map((cells) => cells.map((cell) => cell.trim()).join(" ")).join("; ")}]`;
}

/** Adds parentheses unless the formula is one term or is already in parentheses. */
export function grouped(formula: string): string {
  const text = formula.trim();
  return ONE_TERM.test(text) || isEnclosed(text) ? text : `(${text})`;
}

/** Whether the last bracket closes the first bracket. */
function isEnclosed(text: string): boolean {
  const open = text[0] ?? "";
  const close = PAIRS[open];
  if (close === undefined || !text.endsWith(close) || text.length < 2) return false;
  if (open === close) return text.indexOf(open, 1) === text.length - 1;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === open) depth += 1;
    else if (text[at] === close) depth -= 1;
    if (depth === 0) return at === text.length - 1;
  }
  return false;
}
