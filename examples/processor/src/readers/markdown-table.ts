/** Parses CSV from LibreOffice; drops empty rows and cells at the end. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; at < text.length;) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? endOfQuoted(text, at + 1) : endOfPlain(text, at);
    const cell = isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end);
    rows.at(-1)?.push(cell.replace(/\s+/g, " ").trim());
    if (text[end] !== ",") rows.push([]);
    at = end + 1;
  }
  return rows.map(withoutEnd).filter((row) => row.length > 0);
}

/** Uses the first row as the header. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => (cells[at] ?? "").replaceAll("|", "\\|")).join(" | ")} |`;
  const [head = [], ...rest] = rows;
  return [line(head), line(Array.from({ length: width }, () => "---")), ...rest.map(line)].join("\n");
}

/** @returns the index after the closing quote */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at + 1;
  }
  return text.length + 1;
}

/** @returns the index of the comma or of the end of the line */
function endOfPlain(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== "," && text[at] !== "\n") at += 1;
  return at;
}

function withoutEnd(row: readonly string[]): string[] {
  return row.slice(0, row.findLastIndex((cell) => cell !== "") + 1);
}
