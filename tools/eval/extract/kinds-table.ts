import { showTable } from "../../bench/lib/statistics.ts";
import type { KindResult } from "./kinds.ts";

export const AIMS = { words: 0.98, pairs: 0.97 } as const;
const HEAD = [
  "kind",
  "files",
  "compared",
  `words (aim ${AIMS.words})`,
  `pairs (aim ${AIMS.pairs})`,
  "below the aims",
];

/**
 * One row per kind of fault, with the files that miss a target. Files that no other reader reads are only
 * counted.
 */
export function kindsTable(results: readonly KindResult[]): string {
  const rows = [...Map.groupBy(results, ({ kind }) => kind)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, own]) => rowOf(kind, own));
  return showTable([HEAD, ...rows, rowOf("all", results).with(5, "")]);
}

function rowOf(kind: string, files: readonly KindResult[]): string[] {
  const told = files.filter(({ words }) => words !== null);
  const below = told
    .filter(({ words, pairs }) => (words ?? 1) < AIMS.words || (pairs ?? 1) < AIMS.pairs)
    .map(({ file }) => file);
  return [
    kind,
    String(files.length),
    String(told.length),
    mean(told.map(({ words }) => words)),
    mean(told.map(({ pairs }) => pairs)),
    below.join(", "),
  ];
}

function mean(shares: readonly (number | null)[]): string {
  if (shares.length === 0) return "";
  return (shares.reduce<number>((sum, share) => sum + (share ?? 1), 0) / shares.length)
    .toFixed(3)
    .replace(/^0/, "");
}
