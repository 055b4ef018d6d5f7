import type { SimilarWord } from "../../../domain/retrieval.ts";
import { questionLanguage } from "../../../text/question-language.ts";
import { stem } from "../../../text/stemmer.ts";
import { isStopWord, termsOf } from "../../../text/terms.ts";
import { columnNamesText } from "../heading-context.ts";
import type { SentenceCandidate } from "../sentence-candidates.ts";

/** Matches a question that asks for a field: "What is the capital of Norway?" */
const ASKS =
  /^\P{L}{0,3}what(?:['’]s|\s(?:is|are|was|were))\sthe\s((?:[\p{L}-]{1,30}\s){1,3})(?:of|for)\s\S/iu;
/** Matches the field names of a record: "name: Norway; code: NO; numeric: 578". */
const FIELD = /(?:^|[:;]\s)[\p{L}\p{N}_-]{1,40}:\s(?=\S)/gu;
const MIN_FIELDS = 3;
/** Minimum similarity of a word that may name the requested column. */
const ALIKE = 0.4;

/**
 * True if a question asks for a field, but the best sentence is a row or record without that field. English
 * only.
 */
export function missesColumn(
  question: string,
  best: SentenceCandidate | undefined,
  similarWords: readonly SimilarWord[],
): boolean {
  const [, named = ""] = ASKS.exec(question) ?? [];
  const asked = termsOf(named).flatMap(({ term }) => (isStopWord(term) ? [] : [stem(term)]));
  const last = asked.at(-1);
  if (best === undefined || last === undefined || questionLanguage(question) !== "en") return false;
  const header = best.header === null ? "" : columnNamesText(best.passage, best.header);
  if (header === "" && (best.text.match(FIELD)?.length ?? 0) < MIN_FIELDS) return false;
  const terms = termsOf(`${header} ${best.under} ${best.text.replaceAll("_", " ")}`).map(({ term }) => term);
  const said = new Set(terms.map(stem));
  const near = new Set(
    similarWords.flatMap(({ word, stem: of, part }) => (of === last && part >= ALIKE ? [word] : [])),
  );
  return !asked.some((word) => said.has(word)) && !terms.some((term) => near.has(term));
}
