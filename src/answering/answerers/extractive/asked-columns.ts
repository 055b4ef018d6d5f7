import type { AlikeWord } from "../../../domain/retrieval.ts";
import { questionLanguage } from "../../../text/question-language.ts";
import { isStopWord, stem, termsOf } from "../../../text/terms.ts";
import { headerText } from "./standing-above.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/** "What is the capital of Norway?" asks for a capital. */
const ASKS = /^\P{L}{0,3}what(?:['’]s|\s(?:is|are|was|were))\sthe\s((?:[\p{L}-]{1,30}\s){1,3})(?:of|for)\s\S/iu;
/** "name: Norway; code: NO; numeric: 578" */
const FIELD = /(?:^|[:;]\s)[\p{L}\p{N}_-]{1,40}:\s(?=\S)/gu;
const MIN_FIELDS = 3;
/** What is as alike may be what a column is called. */
const ALIKE = 0.4;

/** Whether a question asks for something of a thing, and what fits best is a row or a record of fields that has none of it. English. */
export function lacksColumn(question: string, best: SentenceCandidate | undefined, alike: readonly AlikeWord[]): boolean {
  const [, named = ""] = ASKS.exec(question) ?? [];
  const asked = termsOf(named).flatMap(({ term }) => (isStopWord(term) ? [] : [stem(term)]));
  const last = asked.at(-1);
  if (best === undefined || last === undefined || questionLanguage(question) !== "en") return false;
  const header = best.header === null ? "" : headerText(best.passage, best.header);
  if (header === "" && (best.text.match(FIELD)?.length ?? 0) < MIN_FIELDS) return false;
  const terms = termsOf(`${header} ${best.under} ${best.text.replaceAll("_", " ")}`).map(({ term }) => term);
  const said = new Set(terms.map(stem));
  const near = new Set(alike.flatMap(({ word, stem: of, part }) => (of === last && part >= ALIKE ? [word] : [])));
  return !asked.some((word) => said.has(word)) && !terms.some((term) => near.has(term));
}
