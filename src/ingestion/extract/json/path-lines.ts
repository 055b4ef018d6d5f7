/** In UTF-16 code units: what says less is one line, `people[3]: name: Ada; city: London`. */
const RECORD_CHARS = 400;
/** Lines so long stand together, and become one passage. */
const GROUP_CHARS = 850;
const MAX_PATH_CHARS = 200;
/** What paths may cost, in times the length of what they lead to. */
const MAX_GROWTH = 4;
const MOST_UNPAID_PATHS = 100_000;

interface Leaf {
  readonly path: string;
  readonly value: string;
}

interface Group {
  readonly path: string;
  readonly leaves: readonly Leaf[];
}

interface Container {
  readonly isArray: boolean;
  /** Within the container around it: a name, or an index. */
  readonly path: string;
  readonly isItem: boolean;
  groups: Group[];
  chars: number;
  /** Too much for one line. */
  isLarge: boolean;
  children: number;
}

/** Writes nested values as lines with their paths. It keeps no more than a few hundred characters for each level of nesting. */
export class PathLines {
  readonly #parts: string[] = [];
  readonly #open: Container[] = [];
  #grouped = 0;
  #unpaid = 0;

  begin(name: string, isArray: boolean): void {
    const around = this.#open.at(-1);
    const path = this.#pathOf(name);
    this.#open.push({ isArray, path, isItem: around?.isArray ?? true, groups: [], chars: 0, isLarge: false, children: 0 });
  }

  end(): void {
    const closed = this.#open.pop();
    if (closed === undefined) return;
    const { isArray, path, children } = closed;
    const empty = { path: "", value: isArray ? "[]" : "{}" };
    const leaves = children === 0 ? [empty] : closed.groups.flatMap(({ path: group, leaves: of }) => of.map((leaf) => under(group, leaf)));
    if (this.#open.length === 0) this.#flush(closed, isArray || path !== "" ? path : "", closed.isLarge || path === "");
    else if (!closed.isLarge) {
      // A list of records outside of a record: each is a line.
      const isList = isArray && leaves.some((leaf) => leaf.path.includes("]") && !leaf.path.endsWith("]"));
      if (isList && !this.#open.some((around) => around.isArray)) this.#spread(closed);
      else this.#add({ path, leaves: isArray ? joined(leaves) : leaves });
    } else {
      this.#flush(closed, this.#pathTo(closed), true);
      if (closed.isItem) this.#gap();
    }
  }

  value(name: string, value: string): void {
    const path = this.#pathOf(name);
    if (this.#open.length === 0) this.#line(path, value);
    else if (value.includes("\n")) this.#prose(path, value);
    else this.#add({ path, leaves: [{ path: "", value }] });
  }

  toString(): string {
    return this.#parts.join("").trim();
  }

  #pathOf(name: string): string {
    const around = this.#open.at(-1);
    if (around === undefined) return name;
    around.children += 1;
    return around.isArray ? `[${around.children - 1}]` : name.replace(/\s+/g, " ").slice(0, MAX_PATH_CHARS);
  }

  #pathTo(last: Container | null): string {
    const path = [...this.#open, ...(last === null ? [] : [last])].reduce((to, each) => joinedPath(to, each.path), "");
    return path.length > MAX_PATH_CHARS ? `…${path.slice(-MAX_PATH_CHARS)}` : path;
  }

  #add(group: Group): void {
    const around = this.#open.at(-1);
    if (around === undefined) return;
    around.groups.push(group);
    around.chars += group.path.length + group.leaves.reduce((sum, { path, value }) => sum + path.length + value.length + 4, 0);
    const waits = around.isArray && isScalar(group) && around.chars <= RECORD_CHARS;
    if (around.isLarge && !waits) this.#flush(around, this.#pathTo(null), true);
    else if (around.chars > RECORD_CHARS) this.#enlarge();
  }

  /** The innermost does not fit one line, so none around it does: what they hold is written, from the outermost on. */
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
    if (container.isArray && scalars.length === groups.length) this.#line(path, scalars.map((group) => group.leaves[0]?.value).join(", "));
    else if (isSplit) for (const group of groups) this.#line(joinedPath(path, group.path), recordOf(group.leaves));
    else this.#line(path, recordOf(groups.flatMap((group) => group.leaves.map((leaf) => under(group.path, leaf)))));
  }

  #prose(path: string, value: string): void {
    this.#enlarge();
    this.#gap();
    this.#line(joinedPath(this.#pathTo(null), path), "");
    this.#parts.push("\n", value.trim(), "\n");
    this.#gap();
  }

  #line(path: string, value: string): void {
    const isPaid = this.#unpaid <= MOST_UNPAID_PATHS;
    const lead = path === "" || !isPaid ? "" : `${path}: `;
    this.#unpaid = Math.max(0, this.#unpaid + lead.length - value.length * MAX_GROWTH);
    const line = `${`- ${lead}${value}`.trimEnd()}\n`;
    if (this.#grouped > 0 && this.#grouped + line.length > GROUP_CHARS) this.#gap();
    this.#parts.push(line);
    this.#grouped += line.length;
  }

  #gap(): void {
    if (this.#grouped > 0) this.#parts.push("\n");
    this.#grouped = 0;
  }
}

const isScalar = ({ leaves }: Group): boolean => leaves.length === 1 && leaves[0]?.path === "";

const recordOf = (leaves: readonly Leaf[]): string =>
  leaves.map(({ path, value }) => (path === "" ? value : `${path}: ${value}`)).join("; ");

/** The plain values of a list are one value. */
function joined(leaves: readonly Leaf[]): readonly Leaf[] {
  const isPlain = leaves.every(({ path }) => /^\[\d+\]$/.test(path) || path === "");
  return isPlain ? [{ path: "", value: leaves.map(({ value }) => value).join(", ") }] : leaves;
}

function under(path: string, leaf: Leaf): Leaf {
  return { path: joinedPath(path, leaf.path), value: leaf.value };
}

function joinedPath(before: string, path: string): string {
  return before === "" || path === "" || path.startsWith("[") ? before + path : `${before}.${path}`;
}
