import type { Cue } from "./cues.ts";

/** Lines that roll go on within this pause. */
const PAUSE_MS = 1_000;
/** Shorter lines are said twice by people ("No."), unless the captions roll throughout. */
const SHORT_CHARS = 20;
/** No screen shows more lines. */
const MAX_LINES = 8;
/** Captions roll if this share of their cues repeats the last lines of the cue before and adds others. */
const MIN_SHARE = 0.2;

/**
 * The lines that each cue adds to the cue before. Captions that roll show each line two or three times; lines that are said again stay. A line with its
 * speaker is another one than the same words of somebody else.
 */
export function newLines(cues: readonly Cue[]): readonly (readonly string[])[] {
  const again = cues.map((cue, at) => countAgain(cues[at - 1], cue));
  const rolling = again.filter((count, at) => count > 0 && count < (cues[at]?.lines.length ?? 0)).length;
  const isRolling = rolling >= cues.length * MIN_SHARE;
  return cues.map(({ lines }, at) => {
    const count = again[at] ?? 0;
    const length = lines.slice(0, count).join(" ").length;
    return isRolling || length > SHORT_CHARS ? lines.slice(count) : lines;
  });
}

/** How many of its first lines are the last ones of the cue before it. */
function countAgain(before: Cue | undefined, { lines, startMs }: Cue): number {
  if (before === undefined || startMs - before.endMs > PAUSE_MS) return 0;
  for (let count = Math.min(before.lines.length, lines.length, MAX_LINES); count > 0; count -= 1) {
    const tail = before.lines.slice(before.lines.length - count);
    if (tail.every((line, at) => line === lines[at])) return count;
  }
  return 0;
}
