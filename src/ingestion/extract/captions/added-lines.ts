import type { Cue } from "./parse-cues.ts";

/** If the pause between two cues is longer, repeated lines are no rolling captions. */
const PAUSE_MS = 1_000;
/** Repeated lines shorter than this may be real repetitions ("No."), unless the captions roll throughout. */
const SHORT_CHARS = 20;
/** Maximum number of lines on a screen. */
const MAX_LINES = 8;
/**
 * Captions roll if at least this share of their cues repeats the last lines of the previous cue and adds
 * further lines.
 */
const MIN_SHARE = 0.2;

/**
 * Returns the lines that each cue adds to the previous cue. Rolling captions show each line two or three
 * times, which this removes. Real repetitions stay. Lines of different speakers count as different even with
 * equal words.
 */
export function addedLines(cues: readonly Cue[]): readonly (readonly string[])[] {
  const again = cues.map((cue, at) => countAgain(cues[at - 1], cue));
  const rolling = again.filter((count, at) => count > 0 && count < (cues[at]?.lines.length ?? 0)).length;
  const isRolling = rolling >= cues.length * MIN_SHARE;
  return cues.map(({ lines }, at) => {
    const count = again[at] ?? 0;
    const length = lines.slice(0, count).join(" ").length;
    return isRolling || length > SHORT_CHARS ? lines.slice(count) : lines;
  });
}

/** Counts the first lines of a cue that repeat the last lines of the previous cue. */
function countAgain(before: Cue | undefined, { lines, startMs }: Cue): number {
  if (before === undefined || startMs - before.endMs > PAUSE_MS) return 0;
  for (let count = Math.min(before.lines.length, lines.length, MAX_LINES); count > 0; count -= 1) {
    const tail = before.lines.slice(before.lines.length - count);
    if (tail.every((line, at) => line === lines[at])) return count;
  }
  return 0;
}
