/** Periods with their number in a longer period. */
const PERIODS = [
  ["hour", "day", 24],
  ["day", "week", 7],
  ["week", "year", 52],
  ["month", "year", 12],
] as const;

/** The numbers of shorter periods in longer ones: 12 if a source speaks of months and the answer of years. */
export const periodFactors = (theirs: ReadonlySet<string>, own: ReadonlySet<string>): number[] =>
  PERIODS.flatMap(([short, long, count]) => (theirs.has(short) && own.has(long) ? [count] : []));
