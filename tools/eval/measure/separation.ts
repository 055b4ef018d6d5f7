/**
 * The area under the ROC curve: how often a value of the first list is above one of the second, a tie counting half.
 * 0.5: they say nothing; 1: a threshold parts them. NaN when a list is empty.
 */
export function auroc(inside: readonly number[], outside: readonly number[]): number {
  if (inside.length === 0 || outside.length === 0) return Number.NaN;
  const others = outside.toSorted((a, b) => a - b);
  const wins = inside.reduce((sum, value) => sum + (countBelow(others, value, false) + countBelow(others, value, true)) / 2, 0);
  return wins / (inside.length * outside.length);
}

/**
 * The share of the second list that reaches the threshold which refuses at most `refused` of the first: false answers at so many wrong
 * refusals. NaN when a list is empty.
 */
export function falseAnswersAt(refused: number, inside: readonly number[], outside: readonly number[]): number {
  if (inside.length === 0 || outside.length === 0) return Number.NaN;
  const threshold = inside.toSorted((a, b) => a - b)[Math.floor(inside.length * refused)] ?? Number.NaN;
  return outside.filter((value) => value >= threshold).length / outside.length;
}

/** How many of the sorted values are below the limit, or at it too. */
function countBelow(sorted: readonly number[], limit: number, orAt: boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = sorted[middle] ?? Number.NaN;
    if (orAt ? value <= limit : value < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
