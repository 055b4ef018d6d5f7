/**
 * The area under the ROC curve: the probability that a value of the first list exceeds one of the second;
 * ties count half. 0.5 means no separation, 1 a perfect threshold. NaN if a list is empty.
 */
export function auroc(inside: readonly number[], outside: readonly number[]): number {
  if (inside.length === 0 || outside.length === 0) return Number.NaN;
  const others = outside.toSorted((a, b) => a - b);
  const wins = inside.reduce(
    (sum, value) => sum + (countBelow(others, value, false) + countBelow(others, value, true)) / 2,
    0,
  );
  return wins / (inside.length * outside.length);
}

/**
 * The share of the second list above the threshold that refuses at most `refused` of the first: false answers
 * at a given rate of wrong refusals. NaN if a list is empty.
 */
export function falseAnswersAt(
  refused: number,
  inside: readonly number[],
  outside: readonly number[],
): number {
  if (inside.length === 0 || outside.length === 0) return Number.NaN;
  const threshold = inside.toSorted((a, b) => a - b)[Math.floor(inside.length * refused)] ?? Number.NaN;
  return outside.filter((value) => value >= threshold).length / outside.length;
}

/** Counts the sorted values below the limit, with `orAt` also those equal to it. */
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
