/** A line of a passage without surrounding whitespace. */
export interface PassageLine {
  /** Width of the leading whitespace in characters. */
  readonly indent: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function passageLines(text: string): PassageLine[] {
  const lines: PassageLine[] = [];
  for (let at = 0; at <= text.length;) {
    const lineFeed = text.indexOf("\n", at);
    const next = lineFeed < 0 ? text.length : lineFeed;
    const line = text.slice(at, next);
    const indent = line.length - line.trimStart().length;
    const start = at + indent;
    const trimmed = line.trim();
    lines.push({ indent, start, end: start + trimmed.length, text: trimmed });
    at = next + 1;
  }
  return lines;
}
