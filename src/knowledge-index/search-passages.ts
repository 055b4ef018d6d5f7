import type { Passage, SearchResult } from "../domain/retrieval.ts";
import type { SearchInput } from "./api.ts";
import { passageConfidence } from "./confidence.ts";
import { findCandidates } from "./find-candidates.ts";
import { stemmer } from "./indexed-words.ts";
import { matchedSurfaces, termHolder } from "./matched-terms.ts";
import { readQuery } from "./query-words.ts";
import { bestOf, rankScores } from "./rank.ts";
import { CHUNK_BITS } from "./schema.ts";
import { rarerTerms, readTermStatistics } from "./term-statistics.ts";

const RERANKED = 100;
const CONFIDENCE_OF_BEST = 3;
const NOTHING: SearchResult = { passages: [], confidence: 0 };

type PassageRow = {
  row: number;
  assetId: string;
  chunkId: string;
  displayName: string;
  version: string;
  text: string;
  start: number;
  end: number;
  page: number;
};
const PASSAGES = `SELECT c.row, a.id AS assetId, c.id AS chunkId, a.display_name AS displayName, a.version, c.text,
    c.start_offset AS start, c.end_offset AS "end", c.page
  FROM json_each(?) j JOIN chunk c ON c.row = j.value JOIN asset a ON a.row = c.row >> ${CHUNK_BITS}`;

export function searchPassages(sql: SqlStorage, input: SearchInput): SearchResult {
  const stemOf = stemmer();
  const terms = readQuery(input.query, stemOf);
  if (terms.length === 0 || input.collectionIds.length + input.assetIds.length === 0) return NOTHING;
  const { chunks } = sql.exec<{ chunks: number }>("SELECT coalesce(sum(chunks), 0) AS chunks FROM asset").one();
  const statistics = readTermStatistics(sql, terms, chunks);
  const candidates = findCandidates(sql, input, { terms, rarer: rarerTerms(terms, statistics), count: RERANKED });
  if (candidates.length === 0) return NOTHING;

  const scores = rankScores(terms.map(({ term }) => term).join(" "), candidates);
  const best = bestOf(scores, Math.min(Math.max(Math.trunc(input.limit) || 1, 1), RERANKED));
  const meanLength = candidates.reduce((sum, { words }) => sum + words.length, 0) / candidates.length;
  const rows = passageRows(
    sql,
    best.map((at) => candidates[at]?.row ?? 0),
  );
  const passages: Passage[] = [];
  let confidence = 0;
  for (const [place, at] of best.entries()) {
    const candidate = candidates[at];
    const found = candidate && rows.get(candidate.row);
    if (!candidate || !found) continue;
    const count = termHolder(candidate.words, stemOf);
    const titleCount = termHolder(candidate.title, stemOf);
    if (place < CONFIDENCE_OF_BEST) {
      const relativeLength = candidate.words.length / Math.max(1, meanLength);
      confidence = Math.max(
        confidence,
        passageConfidence(terms, statistics, { count: (term) => count(term) + titleCount(term), relativeLength }),
      );
    }
    const { row: _, ...passage } = found;
    passages.push({ ...passage, score: scores[at] ?? 0, matched: matchedSurfaces(input.query, terms, (term) => count(term) > 0) });
  }
  return { passages, confidence };
}

function passageRows(sql: SqlStorage, rows: readonly number[]): Map<number, PassageRow> {
  return new Map(
    sql
      .exec<PassageRow>(PASSAGES, JSON.stringify(rows))
      .toArray()
      .map((row) => [row.row, row]),
  );
}
