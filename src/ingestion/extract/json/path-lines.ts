import { LineMappedText } from "../line-mapped-text.ts";

/**
 * In UTF-16 code units. A record up to this length becomes one line: `people[3]: name: Ada; city: London`.
 */
const RECORD_CHARS = 400;
/** Lines are grouped up to this length, so that each group becomes one passage. */
const GROUP_CHARS = 850;
const MAX_PATH_CHARS = 200;
/** Maximum total length of the paths, as a multiple of the length of the values. */
const MAX_GROWTH = 4;
const MAX_UNPAID_PATHS = 100_000;

interface Leaf {
  readonly path: string;
  readonly value: string;
  /** Line in the file, from 1. */
  readonly line: number;
}

interface Group {
  readonly path: string;
  readonly leaves: readonly Leaf[];
}

interface Container {
  readonly isArray: boolean;
  /** Name or index within the parent container. */
  readonly path: string;
  readonly isItem: boolean;
  readonly line: number;
  groups: Group[];
  chars: number;
  /** Whether the container is too long for one line. */
  isLarge: boolean;
  children: number;
}

/**
 * Writes nested values as lines with their paths, and maps each value to its line in the file. Buffers at
 * most a few hundred characters per nesting level.
 */
export class PathLines {
  readonly #text = new LineMappedText();
  readonly #open: Container[] = [];
  #grouped = 0;
  #unpaid = 0;

  /** @param line on which the container begins, from 1 */
  begin(name: string, isArray: boolean, line: number): void {
    const around = this.#open.at(-1);
    const path = this.#pathOf(name);
    this.#open.push({
      isArray,
      path,
      isItem: around?.isArray ?? true,
      line,
      groups: [],
      chars: 0,
      isLarge: false,
      children: 0,
    });
  }

  /** Counts a value without writing it. */
  skip(name: string): void {
    this.#pathOf(name);
  }

  end(): void {
    const closed = this.#open.pop();
    if (closed === undefined) return;
    const { isArray, path, children } = closed;
    const empty = { path: "", value: isArray ? "[]" : "{}", line: closed.line };
    const leaves =
      children === 0
        ? [empty]
        : closed.groups.flatMap(({ path: group, leaves: of }) => of.map((leaf) => under(group, leaf)));
    // All values of the container were omitted.
    if (leaves.length === 0 && !closed.isLarge) return;
    if (this.#open.length === 0)
      this.#flush(closed, isArray || path !== "" ? path : "", closed.isLarge || path === "");
    else if (!closed.isLarge) {
      // A list of records gets one line per record, unless another list contains it.
      const isList = isArray && leaves.some((leaf) => leaf.path.includes("]") && !leaf.path.endsWith("]"));
      if (isList && !this.#open.some((around) => around.isArray)) this.#spread(closed);
      else this.#add({ path, leaves: isArray ? joined(leaves) : leaves });
    } else {
      this.#flush(closed, this.#pathTo(closed), true);
      if (closed.isItem) this.#gap();
    }
  }

  value(name: string, value: string, line: number): void {
    const path = this.#pathOf(name);
    const leaf = { path: "", value, line };
    if (this.#open.length === 0) this.#line(path, [leaf]);
    else if (value.includes("\n")) this.#prose(path, leaf);
    else this.#add({ path, leaves: [leaf] });
  }

  /** @param hasLines whether to record the lines of the file */
  written(hasLines: boolean): ReturnType<LineMappedText["end"]> {
    return this.#text.end(hasLines);
  }

  #pathOf(name: string): string {
    const around = this.#open.at(-1);
    if (around === undefined) return name;
    around.children += 1;
    return around.isArray ? `[${around.children - 1}]` : name.replace(/\s+/g, " ").slice(0, MAX_PATH_CHARS);
  }

  #pathTo(last: Container | null): string {
    const path = [...this.#open, ...(last === null ? [] : [last])].reduce(
      (to, each) => joinedPath(to, each.path),
      "",
    );
    return path.length > MAX_PATH_CHARS ? `…${path.slice(-MAX_PATH_CHARS)}` : path;
  }

  #add(group: Group): void {
    const around = this.#open.at(-1);
    if (around === undefined) return;
    around.groups.push(group);
    around.chars +=
      group.path.length +
      group.leaves.reduce((sum, { path, value }) => sum + path.length + value.length + 4, 0);
    const waits = around.isArray && isScalar(group) && around.chars <= RECORD_CHARS;
    if (around.isLarge && !waits) this.#flush(around, this.#pathTo(null), true);
    else if (around.chars > RECORD_CHARS) this.#enlarge();
  }

  /**
   * Marks all open containers as too long for one line, because the innermost one is. Writes their values
   * from the outermost container on.
   */
  #enlarge(): void {
    const open = this.#open.splice(0);
    for (const container of open) {
      if (!container.isLarge && container.isItem) this.#gap();
      container.isLarge = true;
      this.#flush(container, this.#pathTo(container), true);
      this.#open.push(container);
    }
  }

  #spread(closed: Container): void {
    this.#open.push(closed);
    this.#enlarge();
    this.#open.pop();
  }

  #flush(container: Container, path: string, isSplit: boolean): void {
    const { groups } = container;
    container.groups = [];
    container.chars = 0;
    if (groups.length === 0) return;
    const scalars = groups.filter((group) => isScalar(group));
    if (container.isArray && scalars.length === groups.length)
      this.#line(
        path,
        scalars.flatMap((group) => group.leaves),
        ", ",
      );
    else if (isSplit) for (const group of groups) this.#line(joinedPath(path, group.path), group.leaves);
    else
      this.#line(
        path,
        groups.flatMap((group) => group.leaves.map((leaf) => under(group.path, leaf))),
      );
  }

  #prose(path: string, { value, line }: Leaf): void {
    this.#enlarge();
    this.#gap();
    this.#line(joinedPath(this.#pathTo(null), path), [{ path: "", value: "", line }]);
    this.#text.add("\n");
    this.#text.add(value.trim(), line);
    this.#text.add("\n");
    this.#gap();
  }

  #line(path: string, leaves: readonly Leaf[], separator = "; "): void {
    const said = leaves.map(({ path: name, value }) => (name === "" ? value : `${name}: ${value}`));
    const value = said.join(separator);
    const isPaid = this.#unpaid <= MAX_UNPAID_PATHS;
    const lead = path === "" || !isPaid ? "" : `${path}: `;
    this.#unpaid = Math.max(0, this.#unpaid + lead.length - value.length * MAX_GROWTH);
    const line = `- ${lead}${value}`.trimEnd();
    if (this.#grouped > 0 && this.#grouped + line.length + 1 > GROUP_CHARS) this.#gap();
    // The path stays on the line of its first value.
    let [from, to] = [0, "- ".length + lead.length];
    for (const [at, { line: inFile }] of leaves.entries()) {
      to += (said[at]?.length ?? 0) + separator.length;
      this.#text.add(line.slice(from, to), inFile);
      from = to;
    }
    this.#text.add(`${line.slice(from)}\n`);
    this.#grouped += line.length + 1;
  }

  #gap(): void {
    if (this.#grouped > 0) this.#text.add("\n");
    this.#grouped = 0;
  }
}

const isScalar = ({ leaves }: Group): boolean => leaves.length === 1 && leaves[0]?.path === "";

/** Joins the scalar values of a list into one value. */
function joined(leaves: readonly Leaf[]): readonly Leaf[] {
  const isPlain = leaves.every(({ path }) => /^\[\d+\]$/.test(path) || path === "");
  const [first] = leaves;
  return isPlain && first !== undefined
    ? [{ ...first, path: "", value: leaves.map(({ value }) => value).join(", ") }]
    : leaves;
}

function under(path: string, leaf: Leaf): Leaf {
  return { ...leaf, path: joinedPath(path, leaf.path) };
}

function joinedPath(before: string, path: string): string {
  return before === "" || path === "" || path.startsWith("[") ? before + path : `${before}.${path}`;
}
