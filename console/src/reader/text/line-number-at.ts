/** The offsets of every thousandth line of the text that was asked for last. */
let known: { readonly text: string; readonly starts: number[] } | null = null;
const STEP = 1_000;

/** The number of the line that an offset is in, from 1. */
export function lineNumberAt(text: string, offset: number): number {
  if (known?.text !== text) known = { text, starts: startsOf(text) };
  const { starts } = known;
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  let line = low * STEP + 1;
  const part = text.slice(starts[low] ?? 0, offset);
  for (let at = part.indexOf("\n"); at >= 0; at = part.indexOf("\n", at + 1)) line += 1;
  return line;
}

function startsOf(text: string): number[] {
  const starts = [0];
  let line = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    line += 1;
    if (line % STEP === 0) starts.push(at + 1);
  }
  return starts;
}
