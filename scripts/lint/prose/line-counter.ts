/** @returns a function from an offset to its line, counted from 1 */
export function lineCounter(source: string): (offset: number) => number {
  const starts = [0];
  for (let end = source.indexOf("\n"); end >= 0; end = source.indexOf("\n", end + 1)) starts.push(end + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
