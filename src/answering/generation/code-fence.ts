export interface CodeFence {
  /** Indentation, and marks of lists and quotations. */
  readonly before: string;
  /** At least three back quotes or tildes. */
  readonly mark: string;
  readonly info: string;
}

const FENCE = /^((?:[ \t]|[>*+-](?=[ \t`~>])|\d{1,9}[.)](?=[ \t]))*)(`{3,}|~{3,})/;

/** Returns the code fence that a line begins. Null if the line begins none. */
export function codeFence(line: string): CodeFence | null {
  const [whole = "", before = "", mark = ""] = FENCE.exec(line) ?? [];
  const info = line.slice(whole.length);
  return mark === "" || (mark.startsWith("`") && info.includes("`")) ? null : { before, mark, info };
}

/** True if a line without white space around it ends the fence. */
export const endsFence = (bare: string, mark: string): boolean =>
  bare.length >= mark.length && bare === (mark[0] ?? "").repeat(bare.length);
