/** Deeper nesting does not occur in data that people ask about. The scanner itself does not recurse. */
export const MAX_SCAN_DEPTH = 200;

const SPACE = /[ \t\n\r]*/y;
const SPACE_CODE = 0x20;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const WORD = /true|false|null/y;
const CHARS = /[^"\\\u0000-\u001f]*/y;

/** The first token of a container, or a whole scalar value. Numbers keep their spelling. */
export type JsonToken =
  | { readonly kind: "{" | "["; /** Offset in the text. */ readonly at: number }
  | { readonly kind: "}" | "]" }
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "value"; readonly text: string; readonly at: number };

/** The text is not valid JSON. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonFault";
}

/**
 * Yields the tokens of one JSON value or of a sequence of values (JSON Lines), in linear time.
 * @throws JsonSyntaxError
 */
export function* jsonTokens(text: string): Generator<JsonToken> {
  const scan = new Scanner(text);
  while (!scan.isAtEnd) yield* valueTokens(scan);
}

function* valueTokens(scan: Scanner): Generator<JsonToken> {
  const open: ("{" | "[")[] = [];
  do {
    const char = scan.peek();
    const { at } = scan;
    if (char === "{" || char === "[") {
      scan.take(char);
      if (open.length === MAX_SCAN_DEPTH) throw new JsonSyntaxError("too deep");
      open.push(char);
      yield { kind: char, at };
      if (!scan.takes(closeOf(char))) {
        if (char === "{") yield scan.memberName();
        continue;
      }
      open.pop();
      yield { kind: closeOf(char) };
    } else yield { kind: "value", text: scan.scalar(), at };
    yield* closed(scan, open);
  } while (open.length > 0);
}

/** Yields the tokens that close containers after a value, up to the start of the next value. */
function* closed(scan: Scanner, open: ("{" | "[")[]): Generator<JsonToken> {
  for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
    if (scan.takes(",")) {
      if (inner === "{") yield scan.memberName();
      return;
    }
    scan.take(closeOf(inner));
    open.pop();
    yield { kind: closeOf(inner) };
  }
}

const closeOf = (char: "{" | "["): "}" | "]" => (char === "{" ? "}" : "]");

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#skipSpace();
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  get at(): number {
    return this.#at;
  }

  peek(): string {
    return this.#text[this.#at] ?? "";
  }

  takes(char: string): boolean {
    if (this.peek() !== char) return false;
    this.#at += 1;
    this.#skipSpace();
    return true;
  }

  take(char: string): void {
    if (!this.takes(char)) throw new JsonSyntaxError(`no ${char} at ${this.#at}`);
  }

  memberName(): JsonToken {
    const text = this.#string();
    this.take(":");
    return { kind: "name", text };
  }

  scalar(): string {
    if (this.peek() === '"') return this.#string();
    const found = this.#match(WORD) || this.#match(NUMBER);
    if (found === "") throw new JsonSyntaxError(`no value at ${this.#at}`);
    this.#skipSpace();
    return found;
  }

  #string(): string {
    const start = this.#at;
    if (this.peek() !== '"') throw new JsonSyntaxError(`no string at ${start}`);
    this.#at += 1;
    this.#match(CHARS);
    while (this.peek() === "\\") {
      this.#at += 2;
      this.#match(CHARS);
    }
    const end = this.#at + 1;
    this.take('"');
    return unescaped(this.#text.slice(start, end));
  }

  #skipSpace(): void {
    if (this.#text.charCodeAt(this.#at) <= SPACE_CODE) this.#match(SPACE);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }
}

function unescaped(quoted: string): string {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw new JsonSyntaxError("no string");
  }
}
