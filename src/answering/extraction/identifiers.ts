import { stem } from "../../text/stemmer.ts";
import { isStopWord } from "../../text/terms.ts";

/**
 * An identifier that may differ from another one by a single character: `/tmp` and `/var/tmp`, 2.1 and 2.10,
 * WS-114 and WS-115, max_rate and max_size, room 7 and room 8.
 */
export interface Identifier {
  /** The identifier in lower case. */
  readonly name: string;
  readonly kind: "path" | "version" | "code" | "numbered";
  /** Prefix that all identifiers of the family have in common. */
  readonly family: string;
}

// Matches a path, dotted numbers, letters with digits, or words with underscores. Repetitions are bounded,
// because document texts are untrusted.
const NAME =
  /(?<![\p{L}\p{N}_/.~-])(?:(~?\/[\w.-]{1,80}(?:\/[\w.-]{1,80}){0,20})|v?(\d{1,6}(?:\.\d{1,6}){1,5})|(\p{L}{1,12}-?\d{1,8}|\p{L}{1,30}(?:_[\p{L}\d]{1,30}){1,6}))(?![\p{L}\p{N}_]|[.-]\d|-\p{L})/giu;

// Matches a noun with a number. A capitalized word with a number counts as one name: "ISO 9001".
const NUMBERED =
  /(?<![\p{L}\p{N}_-])(?:(rooms?|ports?|routes?|bus(?:es)?|lines?|trams?|trains?|platforms?|gates?|terminals?|versions?|releases?|errors?|models?|raum|zimmer|linie|gleis|halle|fehler)\s|(\p{Lu}{2,6})\s)(\d{1,6})(?![\p{L}\p{N}_]|[.,:-]\d)/giu;
/** Words that belong to an amount and not to an identifier, even in capitals. */
const OF_AMOUNTS = new Set(
  "usd eur gbp chf sek nok dkk jpy cny ad bc ce bce am pm kg km cm mm gb mb kb tb".split(" "),
);

/** Extracts the identifiers of a text. */
export function extractIdentifiers(text: string): Identifier[] {
  if (!/[\d/_]/.test(text)) return [];
  return [...writtenNames(text), ...numberedNames(text)];
}

function numberedNames(text: string): Identifier[] {
  return [...text.matchAll(NUMBERED)].flatMap(([, kindOf, capitals = "", number = ""]): Identifier[] => {
    if (kindOf !== undefined) {
      const family = stem(kindOf.toLowerCase());
      return [{ name: `${family} ${number}`, kind: "numbered", family: `${family} ` }];
    }
    const family = capitals.toLowerCase();
    if (capitals !== capitals.toUpperCase() || OF_AMOUNTS.has(family) || isStopWord(family)) return [];
    return [{ name: `${family}${number}`, kind: "code", family }];
  });
}

function writtenNames(text: string): Identifier[] {
  return [...text.matchAll(NAME)].map(([, path, version, code]) => {
    if (path !== undefined)
      return { name: path.replace(/[./]{1,9}$/, "").toLowerCase(), kind: "path", family: "" };
    if (version !== undefined)
      return { name: version, kind: "version", family: version.slice(0, version.indexOf(".")) };
    const name = (code ?? "").toLowerCase().replace("-", "");
    return {
      name,
      kind: "code",
      family: name.includes("_") ? name.slice(0, name.indexOf("_")) : name.replace(/\d{1,8}$/, ""),
    };
  });
}

/** True if a text contains the identifier, or a path below an identifier that is a path. */
const isNamed = (asked: Identifier, said: readonly Identifier[]): boolean =>
  said.some(
    ({ kind, name }) =>
      kind === asked.kind && (name === asked.name || (kind === "path" && name.startsWith(`${asked.name}/`))),
  );

const isFamily = (a: Identifier, b: Identifier): boolean =>
  a.kind === b.kind && a.family === b.family && a.name !== b.name;

/**
 * Returns 1 if the text contains all identifiers of the question, -1 if it contains another identifier of the
 * same family instead, and 0 otherwise.
 */
export function identifierFit(asked: readonly Identifier[], text: string): -1 | 0 | 1 {
  if (asked.length === 0) return 0;
  const said = extractIdentifiers(text);
  const missing = asked.filter((name) => !isNamed(name, said));
  if (missing.length === 0) return 1;
  return missing.some((name) => said.some((other) => isFamily(name, other))) ? -1 : 0;
}
