import { showTable } from "../../bench/lib/statistics.ts";
import type { SuiteResult } from "./measure-suite.ts";

/** A ready asset with a smaller share of words should report omitted parts. */
const LOSS = 0.9;
const HEAD = ["suite", "format", "files", "read", "words", "pairs", "silent loss"];

/** One row per suite and format; with an earlier run, "before → after" over the files of both runs. */
export function suitesTable(results: readonly SuiteResult[], before: readonly SuiteResult[] | null): string {
  const groups = [...Map.groupBy(results, ({ suite, format }) => `${suite}\t${format}`).values()];
  const rows = groups.map((files) => rowOf(files[0]?.suite ?? "", files[0]?.format ?? "", files, before));
  const suites = [...Map.groupBy(results, ({ suite }) => suite)].map(([suite, files]) =>
    rowOf(suite, "all", files, before),
  );
  return showTable([HEAD, ...rows, ...suites, rowOf("all", "all", results, before)]);
}

function rowOf(
  suite: string,
  format: string,
  files: readonly SuiteResult[],
  before: readonly SuiteResult[] | null,
): string[] {
  const names = new Set(files.map(keyOf));
  const earlier = before?.filter((file) => names.has(keyOf(file))) ?? null;
  const both = (figure: (of: readonly SuiteResult[]) => string): string =>
    earlier === null ? figure(files) : `${figure(earlier)} → ${figure(files)}`;
  return [
    suite,
    format,
    String(files.length),
    both((of) => String(of.filter(({ isRead }) => isRead).length)),
    both((of) => mean(of.map(({ words }) => words))),
    both((of) => mean(of.map(({ pairs }) => pairs))),
    both((of) => String(of.filter(isSilentLoss).length)),
  ];
}

/** Whether a file was read and lacks words of the reference without a message. */
export function isSilentLoss({ isRead, words, message }: SuiteResult): boolean {
  return isRead && words !== null && words < LOSS && message === "";
}

function keyOf({ suite, file }: SuiteResult): string {
  return `${suite}\t${file}`;
}

function mean(shares: readonly (number | null)[]): string {
  const told = shares.filter((share) => share !== null);
  return told.length === 0
    ? ""
    : (told.reduce((sum, share) => sum + share, 0) / told.length).toFixed(3).replace(/^0/, "");
}
