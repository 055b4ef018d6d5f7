import { editCandidates } from "../../text/edit-candidates.ts";
import { termsOf } from "../../text/terms.ts";
import type { Spelling, UnknownWord } from "../api.ts";
import { createStemmer } from "./create-stemmer.ts";
import { passageRows } from "./passage-rows.ts";
import { matchAny, type QueryTerm, analyzeQuery } from "./query-terms.ts";
import { type SearchScope, type ScopeFilter, scopeFilter } from "./search-scope.ts";
import { SLOT_BITS } from "../slots.ts";

/**
 * Maximum number of words to check. Each word needs about 1,000 lookups, some 10 ms, with a yield after each
 * word.
 */
const MAX_WORDS = 4;
/** A word in more chunks counts as correct. Each match out of scope costs about 1 µs. */
const MAX_HOLDING = 20_000;
/** Maximum number of stems to look up, and of chunks to read for each stem. */
const [MAX_STEMS, MAX_CHUNKS] = [8, 20];
const MAX_SPELLINGS = 3;

const HELD = `SELECT j.value AS stem, (SELECT doc FROM chunk_vocabulary WHERE term = j.value) AS holding FROM json_each(?) j`;
const matchesOf = ({ tables, condition }: ScopeFilter): string => `WITH RECURSIVE ${tables}
  SELECT rowid AS row FROM chunk_fts
  WHERE chunk_fts MATCH ?5 AND ${condition} AND (rowid >> ${SLOT_BITS}) NOT IN (SELECT slot FROM inactive_slot) LIMIT ?6`;

/**
 * Words of a prompt that no document in scope contains, with similar words of the scope, the most frequent
 * first. The result depends on the scope alone, so it reveals nothing about other documents.
 */
export async function spellWords(
  sql: SqlStorage,
  prompt: string,
  scope: SearchScope,
  yieldToEventLoop: () => Promise<unknown>,
): Promise<UnknownWord[]> {
  if (scope.collectionIds.length + scope.assetIds.length === 0) return [];
  const filter = scopeFilter(sql, scope);
  const stemOf = createStemmer();
  const unknown: UnknownWord[] = [];
  for (const term of analyzeQuery(prompt, stemOf)) {
    if (unknown.length === MAX_WORDS) break;
    const edits = editCandidates(term.term);
    if (edits.size === 0 || isHeld(sql, filter, term)) continue;
    if (unknown.length > 0) await yieldToEventLoop();
    const { surface, start, end } = term;
    unknown.push({
      term: term.term,
      surface,
      start,
      end,
      spellings: spellingsIn(sql, filter, edits, stemOf),
    });
  }
  return unknown;
}

function isHeld(sql: SqlStorage, filter: ScopeFilter, term: QueryTerm): boolean {
  const [held] = sql.exec<{ holding: number | null }>(HELD, JSON.stringify([term.stem])).toArray();
  if (!term.isPrefix && held?.holding === null) return false;
  return (held?.holding ?? 0) > MAX_HOLDING || matches(sql, filter, matchAny([term]), 1).length > 0;
}

function matches(sql: SqlStorage, filter: ScopeFilter, match: string, count: number): number[] {
  return sql
    .exec<{ row: number }>(matchesOf(filter), ...filter.values, match, count)
    .toArray()
    .map(({ row }) => row);
}

/** Reads whole words from passages, because a stem is often not a word. */
function spellingsIn(
  sql: SqlStorage,
  filter: ScopeFilter,
  edits: ReadonlySet<string>,
  stemOf: (word: string) => string,
): Spelling[] {
  const byStem = new Map([...edits].map((edit) => [stemOf(edit), edit]));
  const held = sql
    .exec<{ stem: string; holding: number | null }>(HELD, JSON.stringify([...byStem.keys()]))
    .toArray()
    .filter(({ holding }) => holding !== null && holding <= MAX_HOLDING)
    .toSorted((one, other) => (other.holding ?? 0) - (one.holding ?? 0));
  const found = new Map<string, Spelling>();
  for (const { stem } of held.slice(0, MAX_STEMS)) {
    const rows = matches(sql, filter, `"${byStem.get(stem) ?? stem}"`, MAX_CHUNKS);
    for (const { displayName, text, assetId, version } of passageRows(sql, rows).values()) {
      for (const { term, surface } of termsOf(`${displayName}\n${text}`)) {
        if (!edits.has(term)) continue;
        const before = found.get(term);
        // A word at the beginning of a sentence may be capitalized, so the lowercase spelling is preferred.
        if (
          before === undefined ||
          (surface === surface.toLowerCase() && before.surface !== before.surface.toLowerCase())
        )
          found.set(term, { surface, assetId, version, count: (before?.count ?? 0) + 1 });
        else found.set(term, { ...before, count: before.count + 1 });
      }
    }
  }
  return [...found.values()].toSorted((one, other) => other.count - one.count).slice(0, MAX_SPELLINGS);
}
