/** Length of a group of rows with its header, in UTF-16 code units. Each group becomes one passage. */
const GROUP_CHARS = 850;
/** Maximum length of a header that is repeated. Repeating a longer header would double the text. */
const MAX_REPEATED_CHARS = 300;
const MAX_NAME_CHARS = 100;
/** Maximum total length of names beside the values of a wide table, as a multiple of the values' length. */
const MAX_GROWTH = 4;
const MAX_UNPAID_NAMES = 100_000;
const SPACES = /[\s\u00a0]+/g;

/**
 * Writes a table as Markdown in groups of rows that blank lines separate. Each group repeats the header, so
 * that every passage has the column names. If the header is too long, each row becomes a list `- name:
 * value`, and names that no list has in full follow at the end. White space collapses. Streams the rows.
 * @param header null for columns without names
 * @param placed receives the position of each row right after the row was read
 */
export function markdownTable(
  header: readonly string[] | null,
  rows: Iterable<readonly string[]>,
  placed: Placed = () => {},
): string {
  const names = header?.map(cellText) ?? [];
  const line = rowLine(names);
  if (isWide(line)) return namedValues(names, rows, placed);
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
  const named = new NamedValues(names);
  let before = 0;
  for (const cells of rows) {
    const list = named
      .groupsOf(cells.map(cellText))
      .map((group) => group.map((line) => `${line}\n`).join(""))
      .join("\n");
    placed(before, before + list.length);
    before += list.length + 1;
    lists.push(list);
  }
  if (named.unusedNames.length > 0) lists.push(named.unusedNames.map((line) => `${line}\n`).join(""));
  return lists.join("\n");
}

/**
 * Whether the header is too long to repeat.
 * @param line all column names
 */
export function isWide(line: string): boolean {
  return line.length > MAX_REPEATED_CHARS;
}

/** Writes the rows of a wide table as lists, `- name: value`. */
export class NamedValues {
  readonly #names: readonly string[];
  readonly #told: boolean[];
  #unpaid = 0;

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#told = names.map((name) => name === "");
  }

  /** Column names that no list contains in full. */
  get unusedNames(): string[] {
    return this.#names.filter((_, at) => this.#told[at] !== true).map((name) => `- ${name}`);
  }

  /**
   * Splits a row into lists of passage length. Each list begins with the row's first value as its subject.
   * @param cells each on one line
   */
  groupsOf(cells: readonly string[]): string[][] {
    const groups: string[][] = [];
    let lead = "";
    let length = GROUP_CHARS;
    for (const [at, cell] of cells.entries()) {
      if (cell === "") continue;
      const line = `- ${this.#nameOf(at, cell)}${cell}`;
      if (length + line.length > GROUP_CHARS) {
        groups.push(lead === "" ? [] : [lead]);
        length = lead.length;
      }
      groups.at(-1)?.push(line);
      length += line.length + 1;
      if (at === 0 && line.length <= MAX_NAME_CHARS) lead = line;
    }
    return groups;
  }

  #nameOf(at: number, cell: string): string {
    const name =
      this.#unpaid > MAX_UNPAID_NAMES
        ? ""
        : `${(this.#names[at] ?? "").slice(0, MAX_NAME_CHARS) || at + 1}: `;
    if (name !== "" && (this.#names[at]?.length ?? 0) <= MAX_NAME_CHARS) this.#told[at] = true;
    this.#unpaid += name.length - cell.length * MAX_GROWTH;
    return name;
  }
}

/** Puts a cell on one line and escapes characters that would end the cell. */
function cellText(cell: string): string {
  return cell.replace(SPACES, " ").trim().replaceAll("|", "\\|");
}

function rowLine(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** Pads a row to the number of columns. Keeps excess cells only if they are not empty. */
function padded(cells: readonly string[], columns: number): readonly string[] {
  let { length } = cells;
  while (length > columns && cells[length - 1] === "") length -= 1;
  const missing = Math.max(0, columns - length);
  return [...cells.slice(0, length), ...Array.from({ length: missing }, () => "")];
}
