import { definitionTargets, IS_CALLED, IS_CALLED_CHARS } from "../../text/definition-targets.ts";
import { stem } from "../../text/stemmer.ts";
import { type Candidate, describeCandidates, findMatching } from "../query/find-candidates.ts";
import { passageRows } from "../query/passage-rows.ts";
import type { QueryTerm } from "../query/query-terms.ts";
import type { ScopeFilter } from "../query/search-scope.ts";
import type { TermStatistics } from "../query/term-statistics.ts";

/**
 * Phrases between a term and its definition. "Ledgers are the …" is a weaker definition than "A ledger is a
 * …", so phrases with "the" are in `OTHERS`.
 */
const DEFINITION_PHRASES = [
  "is a",
  "is an",
  "is another",
  "is yet another",
  "is one",
  "was a",
  "was an",
  "are",
];
const OTHERS = ["is the", "was the", "means", "refers to", "stands for", "denotes"];
/** Phrases before a term that the sentence has just defined: "This is called a hot journal." */
const CALLED = [
  "called",
  "called a",
  "called an",
  "called the",
  "known as",
  "known as a",
  "known as the",
  "termed",
  "termed a",
];
/**
 * Score boost of a passage that defines the term: `kind` by its class, `other` in another way. `again`
 * reduces the boost of later passages of the same document.
 */
const BOOST = { kind: 1.5, other: 0.9, again: -0.1 };
/** Maximum number of passages to read that contain the term next to a definition phrase. */
const MAX_DEFINING = 60;
/**
 * If more chunks contain the term, no extra search runs, because each passage and phrase costs about 1 µs.
 */
const MAX_HOLDING = 1_400;
/** The beginning of a sentence or line. */
const BEGINS = /(?:^|[\n.!?:•]\s{0,9})(?:(?:an?|the)\s)?$/i;
const BEGINS_CHARS = 16;
/** A plural ending or words in parentheses may stand between the term and the phrase. */
const behind = (words: readonly string[]): RegExp =>
  new RegExp(`^(?:e?s)?(?:\\s?\\([^)\\n]{1,40}\\))?\\s(?:${words.join("|").replaceAll(" ", "\\s")})\\b`, "i");
const BEHIND = { kind: behind(DEFINITION_PHRASES), any: behind([...DEFINITION_PHRASES, ...OTHERS]) };
const BEHIND_CHARS = 70;

/** The candidates with the definitions added, and the score boost of each passage. */
export interface DefinitionBoost {
  readonly candidates: readonly Candidate[];
  readonly boostOf: (row: number) => number;
}

interface Asked {
  readonly query: string;
  readonly terms: readonly QueryTerm[];
  readonly statistics: TermStatistics;
}

/**
 * Adds the passages in scope that define the asked term at the beginning of a sentence. In "What is Nettle?"
 * the only content word occurs in most passages of a manual, so BM25 cannot find the definition.
 */
export function boostDefinitions(
  sql: SqlStorage,
  filter: ScopeFilter,
  { query, terms, statistics }: Asked,
  candidates: readonly Candidate[],
): DefinitionBoost {
  const asked = definitionTargets(query);
  if (asked.length === 0) return { candidates, boostOf: () => 0 };
  const holding = (term: readonly string[]): number => {
    const stems = new Set(term.map(stem));
    return Math.min(
      ...terms.filter((each) => stems.has(each.stem)).map((each) => statistics.holding.get(each.stem) ?? 0),
    );
  };
  const phrases = asked.filter((term) => holding(term) <= MAX_HOLDING).map(phrasesOf);
  const found = phrases.length === 0 ? [] : findMatching(sql, filter, phrases.join(" OR "), MAX_DEFINING);
  const held = new Set(candidates.map(({ row }) => row));
  const rows = [...new Set([...found.map(({ row }) => row), ...held])];
  const bonus = boostsOf(
    sql,
    asked.map((term) => term.join(" ")),
    rows,
  );
  const more = found.filter(({ row }) => bonus.has(row) && !held.has(row));
  return {
    candidates: [...candidates, ...describeCandidates(sql, more, terms)],
    boostOf: (row) => bonus.get(row) ?? 0,
  };
}

/**
 * An FTS5 expression that matches the term next to a definition phrase.
 * @param term normalized words
 */
function phrasesOf(term: readonly string[]): string {
  const name = term.join(" ");
  return [
    ...[...DEFINITION_PHRASES, ...OTHERS].map((words) => `"${name} ${words}"`),
    ...CALLED.map((words) => `"${words} ${name}"`),
  ].join(" OR ");
}

function boostsOf(
  sql: SqlStorage,
  asked: readonly string[],
  rows: readonly number[],
): ReadonlyMap<number, number> {
  const bonus = new Map<number, number>();
  const documents = new Set<string>();
  const texts = passageRows(sql, rows);
  for (const row of rows.toSorted((one, other) => one - other)) {
    const passage = texts.get(row);
    const all = passage === undefined ? [] : asked.map((term) => definitionIn(passage.text, term));
    const said = all.find((each) => each === "kind") ?? all.find((each) => each !== null) ?? null;
    if (passage === undefined || said === null) continue;
    bonus.set(row, BOOST[said] + (documents.has(passage.assetId) ? BOOST.again : 0));
    documents.add(passage.assetId);
  }
  return bonus;
}

/**
 * Whether a sentence or line begins with the term and defines it, or names the term after the definition.
 * Linear in the text.
 */
function definitionIn(text: string, term: string): "kind" | "other" | null {
  const lower = text.toLowerCase();
  let found: "other" | null = null;
  for (let at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + 1)) {
    const rest = lower.slice(at + term.length, at + term.length + BEHIND_CHARS);
    if (IS_CALLED.test(lower.slice(Math.max(0, at - IS_CALLED_CHARS), at)) && !/^\p{L}/u.test(rest))
      found = "other";
    if (!BEGINS.test(lower.slice(Math.max(0, at - BEGINS_CHARS), at))) continue;
    if (BEHIND.kind.test(rest)) return "kind";
    if (BEHIND.any.test(rest)) found = "other";
  }
  return found;
}
