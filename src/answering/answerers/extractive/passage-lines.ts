/** A line without the white space around it. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at <= text.length;) {
    const lineFeed = text.indexOf("\n", at);
    const next = lineFeed < 0 ? text.length : lineFeed;
    const line = text.slice(at, next);
    const start = at + line.length - line.trimStart().length;
    const trimmed = line.trim();
    lines.push({ start, end: start + trimmed.length, text: trimmed });
    at = next + 1;
  }
  return lines;
}
