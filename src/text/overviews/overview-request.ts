import { normalizeText } from "../terms.ts";
import { OVERVIEW_PATTERNS, type OverviewLanguage } from "./overview-phrases.ts";
import type { OverviewPatterns } from "./overview-patterns.ts";

/**
 * A request about documents as a whole, which needs no search by words. Names keep their spelling; "" means
 * the whole scope.
 */
export type OverviewRequest = { readonly language: OverviewLanguage } & (
  | { readonly kind: "documents" | "news" }
  | { readonly kind: "overview" | "about" | "sections" | "list"; readonly target: string }
  | { readonly kind: "compare"; readonly left: string; readonly right: string; readonly aspect: string }
);

/** Maximum length of an overview request. Longer messages are ordinary questions. */
const MAX_CHARS = 200;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}\p{sc=Thai}]/u;
/**
 * Languages whose messages match as written, because they have no spaces between words or a name may end
 * within a word.
 */
const AS_WRITTEN: ReadonlySet<OverviewLanguage> = new Set(["zh", "ja", "ko", "th"]);
const EDGE = /^[\s\p{P}]$/u;
/** Articles are not part of a name. */
const ARTICLE = /^(?:the|an?|de[rnms]|das|die|le|la|les|l['’]|el|los|las|o|os|as|il|lo|gli|i|het|de)\s+/iu;
/** Maximum number of polite phrases to strip before and after the request. */
const [MAX_BEFORE, MAX_BEHIND] = [4, 3];
const KINDS = ["documents", "news", "sections", "overview", "compare", "list", "about"] as const;

type Kind = (typeof KINDS)[number];

interface Compiled {
  readonly before: RegExp;
  readonly behind: RegExp;
  readonly kinds: ReadonlyMap<Kind, readonly RegExp[]>;
}

const LANGUAGES = Object.entries(OVERVIEW_PATTERNS) as readonly [OverviewLanguage, OverviewPatterns][];
const hints = new Map(
  LANGUAGES.map(([language, { hint }]) => [
    language,
    new RegExp(isUnspaced(language) ? hint : `(?:^| )(?:${hint})`, "u"),
  ]),
);
const anything = new Map(
  LANGUAGES.map(([language, phrases]) => [
    language,
    phrases.anything.split(" ").sort((a, b) => b.length - a.length),
  ]),
);
/**
 * The patterns of a language are compiled on first use, because compiling all languages takes longer than an
 * answer.
 */
const compiled = new Map<OverviewLanguage, Compiled>();

function patternsOf(language: OverviewLanguage): Compiled {
  const known = compiled.get(language);
  if (known !== undefined) return known;
  const phrases = OVERVIEW_PATTERNS[language];
  const gap = isUnspaced(language) ? "" : " ";
  const made = {
    before: new RegExp(`^(?:${phrases.before})${gap}`, "u"),
    behind: new RegExp(`${gap}(?:${phrases.behind})$`, "u"),
    kinds: new Map(
      KINDS.map((kind) => [kind, phrases[kind].map((each) => new RegExp(`^(?:${each})$`, "du"))]),
    ),
  };
  compiled.set(language, made);
  return made;
}

function isUnspaced(language: OverviewLanguage): boolean {
  return AS_WRITTEN.has(language);
}

/**
 * The message without polite phrases, the shortest variant first. If each pattern repeated these phrases, its
 * compilation would be slow.
 */
function coresOf(text: string, { before, behind }: Compiled): Core[] {
  const starts = [0];
  for (let from = 0; starts.length <= MAX_BEFORE;) {
    const length = before.exec(text.slice(from))?.[0].length ?? 0;
    if (length === 0) break;
    from += length;
    starts.push(from);
  }
  const ends = [text.length];
  for (let to = text.length; ends.length <= MAX_BEHIND;) {
    const length = behind.exec(text.slice(0, to))?.[0].length ?? 0;
    if (length === 0) break;
    to -= length;
    ends.push(to);
  }
  const cores = starts.flatMap((start) =>
    ends.filter((end) => end > start).map((end) => ({ start, text: text.slice(start, end) })),
  );
  return cores.sort((a, b) => a.text.length - b.text.length);
}

interface Core {
  readonly start: number;
  readonly text: string;
}

/**
 * The normalized words of a message, separated by single spaces, with a mapping back to the original text.
 */
interface Spelled {
  readonly text: string;
  readonly written: (start: number, end: number) => string;
}

/** Detects an overview request; null for an ordinary question. */
export function parseOverviewRequest(message: string): OverviewRequest | null {
  if (message.length > MAX_CHARS) return null;
  const isUnspacedMessage = UNSPACED.test(message);
  const spelled = isUnspacedMessage ? unspacedWords(message) : spacedWords(message);
  const languages = LANGUAGES.filter(
    ([language]) => isUnspaced(language) === isUnspacedMessage && hints.get(language)?.test(spelled.text),
  );
  let first: OverviewRequest | null = null;
  for (const kind of KINDS) {
    for (const [language] of languages) {
      const request = requestOfKind(kind, language, spelled);
      // "Resume" is a request in French and Spanish. The language whose pattern leaves no target is the
      // better match.
      if (request !== null && (!("target" in request) || request.target === "")) return request;
      first ??= request;
    }
    if (first !== null) return first;
  }
  return null;
}

function requestOfKind(kind: Kind, language: OverviewLanguage, spelled: Spelled): OverviewRequest | null {
  const patterns = patternsOf(language);
  const cores = coresOf(spelled.text, patterns);
  for (const pattern of patterns.kinds.get(kind) ?? []) {
    for (const core of cores) {
      const match = pattern.exec(core.text);
      const request =
        match === null
          ? null
          : requestOf(kind, language, match.indices?.groups ?? {}, (from, to) =>
              spelled.written(core.start + from, core.start + to),
            );
      if (request !== null) return request;
    }
  }
  return null;
}

function requestOf(
  kind: Kind,
  language: OverviewLanguage,
  groups: Readonly<Record<string, [number, number]>>,
  written: Spelled["written"],
): OverviewRequest | null {
  const named = (name: string): string => {
    const at = groups[name];
    return at === undefined ? "" : written(at[0], at[1]).replace(ARTICLE, "").trim();
  };
  if (kind === "documents" || kind === "news") return { kind, language };
  if (kind === "compare") {
    const [left, right, aspect] = [named("a"), named("b"), named("aspect")];
    return left === "" || right === "" ? null : { kind, language, left, right, aspect };
  }
  const target = named("x");
  const isAnything = namesAnything(target, language);
  if (kind === "about" && isAnything) return { kind: "overview", language, target: "" };
  if (kind === "list" && isAnything) return target === "" ? null : { kind: "documents", language };
  return { kind, language, target: isAnything ? "" : target };
}

/** Whether the target is unspecific: "this", "all the documents". */
function namesAnything(target: string, language: OverviewLanguage): boolean {
  const words = anything.get(language) ?? [];
  if (!isUnspaced(language))
    return (normalizeText(target).match(WORD) ?? []).every((word) => words.includes(word));
  let rest = target.replace(/[\s\p{P}]/gu, "");
  for (const word of words) rest = rest.replaceAll(word, "");
  return rest === "";
}

function spacedWords(message: string): Spelled {
  const words: {
    readonly at: number;
    readonly length: number;
    readonly start: number;
    readonly end: number;
  }[] = [];
  let text = "";
  for (const { 0: word, index } of message.matchAll(WORD)) {
    const folded = normalizeText(word);
    if (text !== "") text += " ";
    words.push({ at: text.length, length: folded.length, start: index, end: index + word.length });
    text += folded;
  }
  const written = (start: number, end: number): string => {
    const inside = words.filter(({ at, length }) => at >= start && at + length <= end);
    return message.slice(inside[0]?.start ?? 0, inside.at(-1)?.end ?? 0);
  };
  return { text, written };
}

function unspacedWords(message: string): Spelled {
  const chars = Array.from(message);
  const first = chars.findIndex((char) => !EDGE.test(char));
  const text = chars
    .slice(first, chars.findLastIndex((char) => !EDGE.test(char)) + 1)
    .join("")
    .toLowerCase();
  const from = message.toLowerCase().indexOf(text);
  return { text, written: (start, end) => message.slice(from + start, from + end) };
}
