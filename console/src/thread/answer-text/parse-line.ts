/** A piece of a line. The text of a piece stands letter for letter at `start` of the answer. */
export type Piece =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly start: number;
      readonly isBold?: boolean;
      readonly isCode?: boolean;
    }
  /** `[3]`: the number of a citation. */
  | { readonly kind: "number"; readonly ordinal: number; readonly text: string; readonly start: number }
  | { readonly kind: "break"; readonly start: number };

const TOKEN = /\\[\\`*_[\]|]|`+|\*\*|\[(\d{1,3})\]/g;

/** @param start offset of the line in the answer */
export function parseLine(line: string, start: number): Piece[] {
  const pieces: Piece[] = [];
  const missing = new Set<string>();
  let isBold = false;
  let from = 0;
  const take = (end: number, isCode = false): void => {
    if (end > from)
      pieces.push({ kind: "text", text: line.slice(from, end), start: start + from, isBold, isCode });
    from = end;
  };
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(line); token !== null; token = TOKEN.exec(line)) {
    const [sign, ordinal] = token;
    const { index } = token;
    if (ordinal !== undefined) {
      take(index);
      pieces.push({ kind: "number", ordinal: Number(ordinal), text: sign, start: start + index });
      from = TOKEN.lastIndex;
    } else if (sign.startsWith("\\")) {
      take(index);
      from = index + 1;
    } else {
      const end = missing.has(sign) ? -1 : closing(line, sign, TOKEN.lastIndex);
      if (sign === "**" ? !isBold && end === -1 : end === -1) {
        missing.add(sign);
        continue;
      }
      take(index);
      from = TOKEN.lastIndex;
      if (sign === "**") isBold = !isBold;
      else {
        take(end, true);
        from = end + sign.length;
        TOKEN.lastIndex = from;
      }
    }
  }
  take(line.length);
  return pieces;
}

/** Where the same run of signs stands again; -1 for nowhere. */
function closing(line: string, sign: string, from: number): number {
  const next = line.indexOf(sign, from);
  if (sign === "**" || next === -1) return next;
  // A longer run of backticks closes nothing.
  return line[next + sign.length] === "`" ? -1 : next;
}
