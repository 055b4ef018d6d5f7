/** In UTF-16 code units: a group of rows with its header becomes one passage. */
const GROUP_CHARS = 850;
/** A longer header is not repeated: the text would double. */
const MAX_REPEATED_CHARS = 300;
const MAX_NAME_CHARS = 100;
/** What naming each value of a wide table may cost, in times the length of the values. */
const MAX_GROWTH = 4;
const MOST_UNPAID_NAMES = 100_000;
const SPACES = /[\s\u00a0]+/g;

/**
 * A table as Markdown, in groups of rows with a blank line between, each with the header above it, so that every passage has the names of
 * its columns. A table whose header is too long for that becomes a list a row, `- name: value`, and last come the names that no row says
 * whole. White space is one space. Rows are taken one after the other, none is kept.
 * @param header null when the columns have no names
 * @param placed is told where each row stands in the table, right after it was taken
 */
export function markdownTable(header: readonly string[] | null, rows: Iterable<readonly string[]>, placed: Placed = () => {}): string {
  const names = header?.map(cellText) ?? [];
  const line = rowLine(names);
  if (line.length > MAX_REPEATED_CHARS) return namedValues(names, rows, placed);
  const head = names.length === 0 ? "" : `${line}\n|${" --- |".repeat(names.length)}\n`;
  return inGroups(head, names.length, rows, placed);
}

type Placed = (start: number, end: number) => void;

function inGroups(head: string, columns: number, rows: Iterable<readonly string[]>, placed: Placed): string {
  const groups: string[] = [];
  let group = head;
  let before = 0;
  for (const cells of rows) {
    const line = rowLine(padded(cells.map(cellText), columns));
    if (group.length > head.length && group.length + line.length > GROUP_CHARS) {
      groups.push(group);
      before += group.length + 1;
      group = head;
    }
    placed(before + group.length, before + group.length + line.length);
    group += `${line}\n`;
  }
  groups.push(group);
  return groups.join("\n");
}

function namedValues(names: readonly string[], rows: Iterable<readonly string[]>, placed: Placed): string {
  const lists: string[] = [];
  const told = names.map((name) => name === "");
  let unpaid = 0;
  let before = 0;
  for (const cells of rows) {
    let list = "";
    for (const [at, cell] of cells.map(cellText).entries()) {
      if (cell === "") continue;
      const name = unpaid > MOST_UNPAID_NAMES ? "" : `${(names[at] ?? "").slice(0, MAX_NAME_CHARS) || at + 1}: `;
      if (name !== "" && (names[at]?.length ?? 0) <= MAX_NAME_CHARS) told[at] = true;
      unpaid += name.length - cell.length * MAX_GROWTH;
      list += `- ${name}${cell}\n`;
    }
    placed(before, before + list.length);
    before += list.length + 1;
    lists.push(list);
  }
  const untold = names.filter((_, at) => told[at] !== true);
  if (untold.length > 0) lists.push(untold.map((name) => `- ${name}\n`).join(""));
  return lists.join("\n");
}

/** A cell on one line, without what would end it. */
function cellText(cell: string): string {
  return cell.replace(SPACES, " ").trim().replaceAll("|", "\\|");
}

function rowLine(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** As many cells as there are columns; more only where they say something. */
function padded(cells: readonly string[], columns: number): readonly string[] {
  let { length } = cells;
  while (length > columns && cells[length - 1] === "") length -= 1;
  const missing = Math.max(0, columns - length);
  return [...cells.slice(0, length), ...Array.from({ length: missing }, () => "")];
}
