import { showTable } from "../../bench/lib/statistics.ts";
import type { FamilyResult } from "./results.ts";
import type { Share } from "./words.ts";

const HEAD = [
  "family",
  "files",
  "extracted",
  "words",
  "pairs",
  "offsets",
  "locators",
  "worst file, words and pairs",
];

/** One row per family. Words and pairs are means over files, so that a long file does not dominate. */
export function extractTable(results: readonly FamilyResult[]): string {
  const rows = results.map((result) => {
    const { family, files } = result;
    const read = files.flatMap((file) =>
      file.measured === null ? [] : [{ name: file.path, ...file.measured }],
    );
    const worst = read.toSorted(
      (a, b) => ratio(a.words) + ratio(a.pairs) - ratio(b.words) - ratio(b.pairs),
    )[0];
    return [
      family,
      String(files.length),
      show(read.length, files.length),
      showMean(read.map(({ words }) => words)),
      showMean(read.map(({ pairs }) => pairs)),
      showSum(read.map(({ offsets }) => offsets)),
      showSum(read.map(({ locators }) => locators)),
      worst === undefined
        ? ""
        : `${ratio(worst.words).toFixed(2)} ${ratio(worst.pairs).toFixed(2)} ${worst.name.split("/").at(-1)}`,
    ];
  });
  const all = results.flatMap(({ files }) => files);
  const read = all.flatMap(({ measured }) => (measured === null ? [] : [measured]));
  const words = showMean(read.map((each) => each.words));
  const pairs = showMean(read.map((each) => each.pairs));
  const offsets = showSum(read.map((each) => each.offsets));
  const locators = showSum(read.map((each) => each.locators));
  return showTable([
    HEAD,
    ...rows,
    ["all", String(all.length), show(read.length, all.length), words, pairs, offsets, locators, ""],
  ]);
}

export function ratio({ found, all }: Share): number {
  return all === 0 ? 1 : found / all;
}

function show(found: number, all: number): string {
  return all === 0 ? "" : (found / all).toFixed(3).replace(/^0/, "");
}

/** Averages the files in which the reference reader finds something. */
function showMean(shares: readonly Share[]): string {
  const told = shares.filter(({ all }) => all > 0);
  return show(
    told.reduce((sum, share) => sum + ratio(share), 0),
    told.length,
  );
}

function showSum(shares: readonly Share[]): string {
  return show(
    shares.reduce((sum, { found }) => sum + found, 0),
    shares.reduce((sum, { all }) => sum + all, 0),
  );
}
