import type Token from "markdown-it/lib/token.mjs";
import { tableRule } from "../extract/office/office-text.ts";
import { markdownOfInline } from "./markdown-of-inline.ts";
import { backtickFence } from "./escape-markdown.ts";

/** A block quote or list item, with the prefix of its first line and the prefix of its further lines. */
interface Container {
  readonly first: string;
  readonly rest: string;
  isBegun: boolean;
}

/** Writes parsed blocks as Markdown. Linear time; the parser limits the nesting. */
export function markdownOfTokens(tokens: readonly Token[]): string {
  const writer = new MarkdownWriter();
  for (const token of tokens) writer.add(token);
  return writer.end();
}

class MarkdownWriter {
  readonly #lines: string[] = [];
  readonly #containers: Container[] = [];
  /** Cells of the open table row. */
  #cells: string[] | null = null;
  #columns = 0;
  /** The `#` prefix of a heading; "" for a paragraph. */
  #lead = "";
  /** Whether the paragraph belongs to a tight list. The parser marks such paragraphs as hidden. */
  #isTight = false;

  add(token: Token): void {
    const { type } = token;
    if (type === "heading_open") this.#lead = `${"#".repeat(Number(token.tag.slice(1)))} `;
    else if (type === "paragraph_open") this.#isTight = token.hidden;
    else if (type === "inline") this.#addInline(markdownOfInline(token.children ?? [], this.#cells !== null));
    else if (type === "fence" || type === "code_block") this.#block(codeOf(token));
    else if (type === "hr") this.#block(["---"]);
    else if (type.endsWith("list_open") && this.#mustStandApart(token)) this.#gap();
    else if (type === "table_open") this.#gap();
    else if (type === "tr_open") this.#cells = [];
    else if (type === "tr_close") this.#endRow();
    else if (type === "thead_close") this.#line(tableRule(this.#columns));
    else this.#addContainer(token);
  }

  end(): string {
    return `${this.#lines.join("\n").trim()}\n`;
  }

  #addInline(lines: readonly string[]): void {
    if (this.#cells !== null) return void this.#cells.push(lines.join(" "));
    const [lead, isTight] = [this.#lead, this.#isTight];
    this.#lead = "";
    this.#isTight = false;
    this.#block(lead === "" ? lines : [lead + lines.join(" ")], isTight);
  }

  #addContainer({ type, info, markup }: Token): void {
    if (type === "blockquote_open") this.#containers.push({ first: "> ", rest: "> ", isBegun: false });
    else if (type === "list_item_open") this.#containers.push(itemOf(info, markup));
    else if (type === "blockquote_close" || type === "list_item_close") {
      // An empty block keeps its marker.
      if (this.#containers.at(-1)?.isBegun === false) this.#line("");
      this.#containers.pop();
    }
  }

  /**
   * Whether a list needs a blank line before it. Inside an item only an ordered list that does not begin with
   * 1 needs one, because it cannot interrupt a paragraph.
   */
  #mustStandApart(list: Token): boolean {
    return (
      this.#containers.at(-1)?.first === "> " ||
      this.#containers.length === 0 ||
      (list.attrGet("start") ?? "1") !== "1"
    );
  }

  #endRow(): void {
    const cells = this.#cells ?? [];
    this.#cells = null;
    this.#columns = cells.length;
    this.#line(`|${cells.map((cell) => ` ${cell} |`).join("")}`);
  }

  #block(lines: readonly string[], isTight = false): void {
    if (!isTight) this.#gap();
    for (const line of lines) this.#line(line);
  }

  #gap(): void {
    const last = this.#lines.at(-1);
    const gap = this.#containers
      .map(({ rest, isBegun }) => (isBegun ? rest : ""))
      .join("")
      .trimEnd();
    if (last !== undefined && last !== gap) this.#lines.push(gap);
  }

  #line(line: string): void {
    let prefix = "";
    for (const container of this.#containers) {
      prefix += container.isBegun ? container.rest : container.first;
      container.isBegun = true;
    }
    this.#lines.push(line === "" ? prefix.trimEnd() : prefix + line);
  }
}

function itemOf(number: string, markup: string): Container {
  const first = number === "" ? "- " : `${number}${markup === ")" ? ")" : "."} `;
  return { first, rest: " ".repeat(first.length), isBegun: false };
}

function codeOf({ content, info }: Token): string[] {
  const ticks = backtickFence(content, 3);
  const [language = ""] = /^[\w+#.-]{0,40}/.exec(info) ?? [];
  const code = content.endsWith("\n") ? content.slice(0, -1) : content;
  return [ticks + language, ...code.split("\n"), ticks];
}
