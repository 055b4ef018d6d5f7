import type { Span } from "../../text/sentences.ts";
import type { PassageLine } from "./passage-lines.ts";

/** Matches the start of JSON on one or many lines: `{ "name": "value", …` or `"name": …`. */
const JSON_LINE = /^[[{,\s]{0,8}"[^"\\]{1,80}"\s{0,4}:/;
const MEMBER = /"[^"\\]{1,80}"\s{0,4}:\s{0,4}(?:"(?:[^"\\]|\\.){0,400}"|-?\d[\d.eE+-]{0,30}|true|false|null|\[[^[\]{}]{0,200}\])/g;

/** Splits a line of JSON into its fields, each with its name. Splits a nested object into its own fields. */
export function jsonFields(line: PassageLine): Span[] {
  if (!JSON_LINE.test(line.text)) return [];
  return [...line.text.matchAll(MEMBER)].map(({ index, 0: member }) => {
    const start = line.start + index;
    return { start, end: start + member.length };
  });
}
