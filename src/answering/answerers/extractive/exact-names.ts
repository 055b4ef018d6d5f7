import { isStopWord, stem } from "../../../text/terms.ts";

/** Names that differ from their neighbours in a character: `/tmp` and `/var/tmp`, 2.1 and 2.10, WS-114 and WS-115, max_rate and max_size, room 7 and room 8. */
export interface ExactName {
  /** Lower case. */
  readonly name: string;
  readonly kind: "path" | "version" | "code" | "numbered";
  /** What others of its family begin with. */
  readonly family: string;
}

// A path; numbers with dots between; letters and digits, or words with underscores. Runs are bounded: the texts are anybody's.
const NAME =
  /(?<![\p{L}\p{N}_/.~-])(?:(~?\/[\w.-]{1,80}(?:\/[\w.-]{1,80}){0,20})|v?(\d{1,6}(?:\.\d{1,6}){1,5})|(\p{L}{1,12}-?\d{1,8}|\p{L}{1,30}(?:_[\p{L}\d]{1,30}){1,6}))(?![\p{L}\p{N}_]|[.-]\d|-\p{L})/giu;

// What is told from others of its kind by a number; a word in capitals before a number, as one name in two words: "ISO 9001".
const NUMBERED =
  /(?<![\p{L}\p{N}_-])(?:(rooms?|ports?|routes?|bus(?:es)?|lines?|trams?|trains?|platforms?|gates?|terminals?|versions?|releases?|errors?|models?|raum|zimmer|linie|gleis|halle|fehler)\s|(\p{Lu}{2,6})\s)(\d{1,6})(?![\p{L}\p{N}_]|[.,:-]\d)/giu;
/** In capitals before an amount. */
const OF_AMOUNTS = new Set("usd eur gbp chf sek nok dkk jpy cny ad bc ce bce am pm kg km cm mm gb mb kb tb".split(" "));

/** The exact names in a text. */
export function exactNames(text: string): ExactName[] {
  if (!/[\d/_]/.test(text)) return [];
  return [...writtenNames(text), ...numberedNames(text)];
}

function numberedNames(text: string): ExactName[] {
  return [...text.matchAll(NUMBERED)].flatMap(([, kindOf, capitals = "", number = ""]): ExactName[] => {
    if (kindOf !== undefined) {
      const family = stem(kindOf.toLowerCase());
      return [{ name: `${family} ${number}`, kind: "numbered", family: `${family} ` }];
    }
    const family = capitals.toLowerCase();
    if (capitals !== capitals.toUpperCase() || OF_AMOUNTS.has(family) || isStopWord(family)) return [];
    return [{ name: `${family}${number}`, kind: "code", family }];
  });
}

function writtenNames(text: string): ExactName[] {
  return [...text.matchAll(NAME)].map(([, path, version, code]) => {
    if (path !== undefined) return { name: path.replace(/[./]{1,9}$/, "").toLowerCase(), kind: "path", family: "" };
    if (version !== undefined) return { name: version, kind: "version", family: version.slice(0, version.indexOf(".")) };
    const name = (code ?? "").toLowerCase().replace("-", "");
    return { name, kind: "code", family: name.includes("_") ? name.slice(0, name.indexOf("_")) : name.replace(/\d{1,8}$/, "") };
  });
}

/** Whether a text names `asked`: itself, or what lies below it. */
const isNamed = (asked: ExactName, said: readonly ExactName[]): boolean =>
  said.some(({ kind, name }) => kind === asked.kind && (name === asked.name || (kind === "path" && name.startsWith(`${asked.name}/`))));

const isFamily = (a: ExactName, b: ExactName): boolean => a.kind === b.kind && a.family === b.family && a.name !== b.name;

/** 1: the text names all that is asked about. -1: it names another of the family in place of one of them. 0: neither. */
export function fitOfNames(asked: readonly ExactName[], text: string): -1 | 0 | 1 {
  if (asked.length === 0) return 0;
  const said = exactNames(text);
  const missing = asked.filter((name) => !isNamed(name, said));
  if (missing.length === 0) return 1;
  return missing.some((name) => said.some((other) => isFamily(name, other))) ? -1 : 0;
}
