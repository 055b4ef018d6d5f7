import { TextBuilder } from "../text-builder.ts";
import { BoldParagraph, type WritePending } from "./bold-paragraph.ts";
import { HtmlList } from "./html-list.ts";
import { elementBreak } from "./element-break.ts";
import { RaisedRun } from "./raised-run.ts";
import { HtmlTable } from "./html-table.ts";

type Attribute = (name: string) => string | null;

const HEADING = /^h([1-6])$/;
/** Elements for which a bold paragraph above may be the heading. */
const HEADED = new Set(["ul", "ol", "menu", "dl", "pre", "table"]);
const LISTS = new Set(["ul", "ol", "menu"]);
const MAX_INDENTS = 8;
const MAX_LEVEL = 6;

/**
 * Writes a page's text from its tags and texts in order. Headings, lists, data tables and code become
 * Markdown, and blank lines separate other blocks. Tags need not be balanced. Linear time.
 */
export class HtmlTextBuilder {
  readonly #text = new TextBuilder();
  readonly #lists: HtmlList[] = [];
  /** The open tables, innermost last. Null stands for a layout table that contains another table. */
  readonly #tables: (HtmlTable | null)[] = [];
  readonly #bold = new BoldParagraph((text, as) => this.#writeHeld(text, as));
  readonly #raised = new RaisedRun((text) => this.#addRun(text));
  /** Level of the last heading element. */
  #level = 1;
  #isInHeading = false;
  #isInCaption = false;
  /** The text of the open code block; null outside of a code block. */
  #code: string[] | null = null;

  open(name: string, attribute: Attribute): void {
    if (this.#code !== null) return this.#inCode(name);
    if (elementBreak(name) !== "none") this.#raised.end();
    this.#raised.openTag(name, attribute);
    this.#bold.openTag(name);
    if (HEADED.has(name)) this.#bold.release();
    if (name === "table") this.#openTable();
    else if (!this.#openInTable(name, attribute)) this.#openBlock(name, attribute);
  }

  close(name: string): void {
    if (name === "pre") return this.#closeCode();
    if (this.#code !== null) return;
    if (elementBreak(name) !== "none") this.#raised.end();
    this.#raised.closeTag(name);
    this.#bold.closeTag(name);
    if (name === "table") return this.#closeTable();
    if (name === "caption") this.#isInCaption = false;
    if (name === "tr") this.#table?.closeRow();
    if (LISTS.has(name)) this.#lists.pop();
    if (name === "li") this.#target.mark("");
    this.#break(name);
  }

  /** @param text with entities decoded */
  add(text: string): void {
    if (this.#code !== null) this.#code.push(text);
    else this.#raised.add(text);
  }

  #addRun(text: string): void {
    if (!this.#bold.takes(text)) this.#target.add(text);
  }

  toString(): string {
    this.#raised.end();
    this.#closeCode();
    while (this.#tables.length > 0) this.#closeTable();
    this.#bold.end();
    this.#bold.leave();
    return this.#text.toString();
  }

  get #table(): HtmlTable | null {
    return this.#tables.at(-1) ?? null;
  }

  get #target(): TextBuilder {
    return (this.#isInCaption ? null : this.#table?.cell) ?? this.#text;
  }

  /** Writes the break around an element. A table row has no line breaks. */
  #break(name: string): void {
    const kind = elementBreak(name);
    if (kind === "block") this.#bold.end();
    else if (kind !== "none") this.#bold.release();
    if (kind === "block") this.#isInHeading = false;
    if (this.#isInHeading && kind !== "none") this.#target.add(" ");
    else this.#target.break(kind);
  }

  #openBlock(name: string, attribute: Attribute): void {
    this.#break(name);
    const level = HEADING.exec(name)?.[1];
    if (level !== undefined) this.#bold.leave();
    if (name === "pre") this.#code = [];
    if (LISTS.has(name)) this.#lists.push(new HtmlList(name === "ol", attribute));
    if (this.#table?.cell) return;
    if (level !== undefined) {
      this.#level = Number(level);
      this.#text.mark(`${"#".repeat(this.#level)} `);
      this.#isInHeading = true;
    } else if (name === "p" && this.#lists.length === 0 && !this.#isInHeading) this.#bold.openParagraph();
    else if (name === "li") this.#text.mark(this.#marker(attribute));
    else if (name === "dd") this.#text.mark("  ");
  }

  /** A bold paragraph used as a heading ranks below heading elements. */
  #writeHeld(text: string, as: Parameters<WritePending>[1]): void {
    if (as === "run") return void this.#target.add(text);
    this.#text.break("block");
    if (as === "heading") this.#text.mark(`${"#".repeat(Math.min(this.#level + 1, MAX_LEVEL))} `);
    this.#text.add(text);
    this.#text.break("block");
  }

  #marker(attribute: Attribute): string {
    const indent = "  ".repeat(Math.max(0, Math.min(this.#lists.length - 1, MAX_INDENTS)));
    return `${indent}${this.#lists.at(-1)?.nextMarker(attribute) ?? "-"} `;
  }

  /** @returns whether the tag belongs to a data table */
  #openInTable(name: string, attribute: Attribute): boolean {
    const table = this.#table;
    if (table === null) return false;
    if (name === "caption") this.#isInCaption = true;
    if (name === "tr") table.openRow();
    else if (name === "td" || name === "th")
      table.openCell(name === "th", Number(attribute("colspan") ?? 1), Number(attribute("rowspan") ?? 1));
    else return false;
    return true;
  }

  #openTable(): void {
    const outer = this.#table;
    outer?.writeParts(this.#text);
    if (outer !== null) this.#tables[this.#tables.length - 1] = null;
    this.#text.break("block");
    this.#tables.push(new HtmlTable());
  }

  #closeTable(): void {
    const table = this.#tables.pop();
    this.#isInCaption = false;
    table?.writeTo(this.#text);
    this.#text.break("block");
  }

  /** Writes any break inside code as a line end. */
  #inCode(name: string): void {
    if (elementBreak(name) !== "none") this.#code?.push("\n");
  }

  #closeCode(): void {
    const code = dedented(this.#code?.join("") ?? "");
    this.#code = null;
    if (code === "") return;
    if (this.#table?.cell) this.#target.add(code);
    else this.#text.addPreformatted(fenced(code));
    this.#target.break("block");
  }
}

/** Writes code between fences, so that "#" and "-" begin no heading or list item. */
function fenced(code: string): string {
  const fence = code.includes("```") ? "~~~" : "```";
  return code.includes(fence) ? code : `${fence}\n${code}\n${fence}`;
}

/** Removes surrounding blank lines and the indentation that all lines share. */
function dedented(code: string): string {
  const lines = code.replaceAll("\r\n", "\n").split("\n");
  const filled = lines.filter((line) => line.trim() !== "");
  const indent = filled.reduce(
    (least, line) => Math.min(least, line.length - line.trimStart().length),
    Infinity,
  );
  const first = lines.findIndex((line) => line.trim() !== "");
  return first < 0
    ? ""
    : lines
        .slice(first)
        .map((line) => line.slice(indent))
        .join("\n")
        .trimEnd();
}
