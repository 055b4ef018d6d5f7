import { isDefinition, isIntroduction } from "./is-definition.ts";

/** A comment with more lines than this does not belong to the definition below it. */
const MAX_INTRODUCTION_LINES = 60;

/**
 * Finds where definitions begin, including the comments and decorators above them, as ascending UTF-16
 * offsets. Looks only at the beginnings of lines, in linear time. A mistake moves a passage border but loses
 * no text.
 */
export function definitionStarts(text: string): number[] {
  const starts: number[] = [];
  let introducedAt: number | null = null;
  let introduced = 0;
  for (let at = 0; at < text.length;) {
    const feed = text.indexOf("\n", at);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(at, Math.min(end, at + 500));
    if (isDefinition(line)) {
      starts.push(introducedAt ?? at);
      [introducedAt, introduced] = [null, 0];
    } else if (isIntroduction(line) && introduced < MAX_INTRODUCTION_LINES) {
      introducedAt ??= at;
      introduced += 1;
    } else [introducedAt, introduced] = [null, 0];
    at = end + 1;
  }
  return starts;
}
