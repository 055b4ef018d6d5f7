import type { Support, SupportReason } from "../../domain/support.ts";
import { checkFigures } from "./check-figures.ts";
import { checkNames } from "./check-names.ts";
import { isContradiction } from "./contradiction.ts";
import { type MarkRequest, type ParsedRequest, parseMarkRequest } from "./mark-request.ts";
import { missingFigures } from "./missing-figures.ts";
import { figuresOf } from "./model-input.ts";
import { normalizedText, type ParsedSentence } from "./parsed-sentence.ts";
import { hasQuotedWords } from "./quoted-words.ts";
import { MAX_UNKNOWN_WORDS, measureTermOverlap } from "./term-overlap.ts";

export interface Mark {
  readonly support: Support;
  readonly reason: SupportReason;
}

/** Maximum share of words that differ between a sentence and the source that it contradicts. */
const MAX_OTHER_WORDS = 0.2;
/** Minimum share of the words of a sentence with a computed figure that the input around it contains. */
const MIN_COMPUTED_COVER = 0.3;
/** Maximum number of other words in a short sentence with a computed figure: "In total it is £540." */
const MAX_COMPUTED_OTHERS = 1;

/**
 * Marks a sentence by its cited sentences and by all that the model was given. Runs in linear time and reads
 * the first `MAX_PARSED_SENTENCE_CHARS` code units of each text.
 */
export function markSentence(request: MarkRequest): Mark {
  const known = parseMarkRequest(request);
  const { sentence, sources } = known;
  if (sources.some((source) => isQuoted(sentence, source))) return { support: "quoted", reason: "" };
  const figures = checkFigures(known);
  const names = checkNames(known);
  const quotations = checkQuotations(known);
  const isForeign = isOtherLanguage(known);
  if (figures === "missing") return { support: "contradicted", reason: "figure" };
  // Other languages spell names in other ways, and translate quotations.
  if (names === "missing" && !isForeign) return { support: "contradicted", reason: "name" };
  if (quotations === "missing" && !isForeign) return { support: "contradicted", reason: "quoted_words" };
  if (sources.length === 0) return { support: "unverified", reason: "no_source" };
  const { isSupported, features } = measureTermOverlap(known);
  const isContrary = !isForeign && isContradiction(sentence, sources);
  if (
    isContrary &&
    sources.some((source) => saysSame(sentence, source) && isContradiction(sentence, [source]))
  )
    return { support: "contradicted", reason: "contrary" };
  if (figures === "given") return { support: "unverified", reason: "figure" };
  if (names !== "cited") return { support: "unverified", reason: "name" };
  if (quotations !== "cited") return { support: "unverified", reason: "quoted_words" };
  if (isContrary) return { support: "unverified", reason: "contrary" };
  const cover = features.cited + features.inContext + features.inQuestion;
  const isShort = features.unknown <= MAX_COMPUTED_OTHERS / MAX_UNKNOWN_WORDS;
  if (figures === "computed" && (isShort || cover >= MIN_COMPUTED_COVER))
    return { support: "supported", reason: "computed" };
  if (!isSupported) return { support: "unverified", reason: "not_covered" };
  return { support: "supported", reason: figures === "cited" ? "" : "computed" };
}

/** True if nearly all content words of the sentence are in one source. Only then polarity is comparable. */
function saysSame({ words }: ParsedSentence, { stems }: ParsedSentence): boolean {
  const content = words.filter(({ kind }) => kind !== "function");
  const others = content.filter(({ stem }) => !stems.has(stem));
  return others.length <= Math.max(1, content.length * MAX_OTHER_WORDS) && content.length > 2 * others.length;
}

function checkQuotations({
  sentence,
  sources,
  contexts,
  input,
}: ParsedRequest): "cited" | "given" | "missing" {
  const near = [...sources, ...contexts].map(({ words }) => normalizedText(words));
  if (hasQuotedWords(sentence.text, near)) return "cited";
  return hasQuotedWords(sentence.text, input.texts) ? "given" : "missing";
}

/** True if the sentence and its sources have different languages. */
function isOtherLanguage({ sentence, sources }: ParsedRequest): boolean {
  return sources.length > 0 && sources.every(({ language }) => language !== sentence.language);
}

/** True if the source contains the words of the sentence, ignoring case, punctuation and accents. */
function isQuoted(sentence: ParsedSentence, source: ParsedSentence): boolean {
  if (sentence.words.length === 0 || !normalizedText(source.words).includes(normalizedText(sentence.words)))
    return false;
  const own = figuresOf([source]);
  const { numbers, dates } = missingFigures(sentence, { ...own, years: own.numbers });
  return numbers.length === 0 && dates.length === 0;
}
