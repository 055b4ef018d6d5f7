import { composeNote } from "../compose-note.ts";
import { leftOut } from "../left-out.ts";
import type { Raised } from "../raised-text.ts";
import { RunningText } from "../running-text.ts";
import { TableRows } from "../table/table-rows.ts";
import type { XmlAttributes, XmlReader } from "../xml/read-xml.ts";
import { formatNumber } from "./format-number.ts";
import type { OdfStyles } from "./odf-styles.ts";
import {
  CharacterBudget,
  BlockList,
  type BlockSink,
  type OfficeBlock,
  type OfficeText,
} from "./office-text.ts";

interface Paragraph {
  readonly text: RunningText;
  /** Heading level from 1; 0 for no heading. */
  readonly level: number;
  readonly after: BlockList;
  /** Name of the paragraph's style. */
  readonly style: string;
}

/** Charts as blocks and formulas as text, by archive path. */
export type OdfObjects = Map<string, readonly OfficeBlock[] | string>;

interface List {
  readonly style: string;
  count: number;
  /** Whether the open list item already has its marker. */
  isMarked: boolean;
}

/**
 * Elements that are skipped with their content: comments, tracked deletions, indexes, picture titles,
 * phonetic guides.
 */
const SKIPPED = new Set([
  "annotation",
  "tracked-changes",
  "note-citation",
  "table-of-content",
  "illustration-index",
  "table-index",
  "alphabetical-index",
  "object-index",
  "user-index",
  "ruby-text",
  "hidden-text",
  "desc",
  "forms",
  "binary-data",
]);
const FURNITURE = new Set(["page", "page-number", "date-time", "header", "footer"]);
const IN_TEXT = new Set(["p", "h", "span", "a", "ruby-base", "bookmark-ref", "meta"]);
const MAX_SPACES = 100;

/** Reads the text of an OpenDocument text or presentation. Pages of a presentation are slides. */
export class OdfReader implements XmlReader {
  readonly #styles: OdfStyles;
  readonly #text: OfficeText;
  readonly #sinks: BlockSink[];
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: { readonly rows: TableRows; readonly spans: number[] }[] = [];
  /** Style of each open span, and its superscript or subscript setting. */
  readonly #spans: { readonly style: string; readonly raised: Raised | null }[] = [];
  #comments = 0;
  #hidden = 0;
  #objects = 0;
  readonly #lists: List[] = [];
  readonly #parents: string[] = [];
  readonly #frames: string[] = [];
  readonly #budget = new CharacterBudget();
  readonly #charts: OdfObjects;
  readonly #told = new Set<string>();
  #skipping = 0;
  #slide = 0;

  /** @param charts text by archive path */
  constructor(styles: OdfStyles, text: OfficeText, charts: OdfObjects) {
    this.#charts = charts;
    this.#styles = styles;
    this.#text = text;
    this.#sinks = [text];
  }

  /** Note with the numbers of omitted parts. */
  get note(): string {
    return composeNote([
      leftOut(this.#objects, "embedded file"),
      leftOut(this.#comments, "comment"),
      leftOut(this.#hidden, "hidden text"),
    ]);
  }

  open(name: string, attributes: XmlAttributes): void {
    const parent = this.#parents.at(-1) ?? "";
    this.#parents.push(name);
    if (name === "annotation" && this.#skipping === 0) this.#comments += 1;
    if (
      this.#skipping > 0 ||
      SKIPPED.has(name) ||
      (name === "title" && !IN_TEXT.has(parent)) ||
      this.#isFurniture(name, attributes)
    ) {
      this.#skipping += 1;
      return;
    }
    this.#styles.open(name, attributes);
    if (name === "p" || name === "h") this.#openParagraph(name, attributes);
    else if (name === "list") this.#openList(attributes);
    else if (name === "list-item") this.#openItem(attributes);
    else if (name === "page" && parent === "presentation") this.#openSlide();
    else if (name === "frame") this.#frames.push(attributes.get("class") ?? "");
    else if (name === "object") this.#addChart(attributes.get("href") ?? "");
    else if (name === "object-ole") this.#objects += 1;
    else if (name === "table") this.#tables.push({ rows: new TableRows(), spans: [] });
    else if (name === "table-row") this.#tables.at(-1)?.rows.openRow();
    else if (name === "table-cell" || name === "covered-table-cell") this.#openCell(attributes);
    else if (name === "text-box" || name === "note-body") this.#sinks.push(new BlockList());
    else this.#openInParagraph(name, attributes);
  }

  text(text: string): void {
    this.#budget.take(text);
    const paragraph = this.#paragraphs.at(-1);
    if (this.#skipping > 0 || paragraph === undefined) return;
    if (this.#isUnseen(paragraph)) {
      if (text.trim() !== "") this.#hidden += 1;
    } else if (IN_TEXT.has(this.#parents.at(-1) ?? ""))
      paragraph.text.add(text.replace(/\s+/g, " "), this.#spans.at(-1)?.raised);
    else if (text.trim() !== "") paragraph.text.add(text.trim());
  }

  close(name: string): void {
    this.#parents.pop();
    if (this.#skipping > 0) {
      this.#skipping -= 1;
      return;
    }
    this.#styles.close(name);
    if (name === "p" || name === "h") this.#closeParagraph();
    else if (name === "list") this.#lists.pop();
    else if (name === "frame") this.#frames.pop();
    else if (name === "table") this.#closeTable();
    else if (name === "table-cell" || name === "covered-table-cell")
      this.#closeCell(name === "covered-table-cell");
    else if (name === "span") this.#spans.pop();
    else if (name === "text-box" || name === "note-body") this.#closeBox();
  }

  /**
   * True if readers do not see the text here. White text counts on the paper of a text document only, because
   * slides, tables and frames have colors of their own.
   */
  #isUnseen({ style }: Paragraph): boolean {
    const styles = [style, ...this.#spans.map((span) => span.style)];
    if (styles.some((each) => this.#styles.isUnseen(each))) return true;
    const isOnPaper = this.#slide === 0 && this.#tables.length === 0 && this.#frames.length === 0;
    return (
      isOnPaper &&
      this.#styles.isWhite(styles.at(-1) ?? "") &&
      !styles.some((each) => this.#styles.isFilled(each))
    );
  }

  #isFurniture(name: string, attributes: XmlAttributes): boolean {
    return name === "frame" && FURNITURE.has(attributes.get("class") ?? "");
  }

  #openSlide(): void {
    this.#slide += 1;
    this.#text.setLocator({ kind: "slide", slide: this.#slide });
  }

  #openParagraph(name: string, attributes: XmlAttributes): void {
    const isTitle = this.#styles.isTitle(attributes.get("style-name") ?? "");
    const level = name === "h" ? Number(attributes.get("outline-level") ?? 1) || 1 : isTitle ? 1 : 0;
    this.#paragraphs.push({
      text: new RunningText(),
      level: this.#frames.at(-1) === "title" ? 2 : level,
      after: new BlockList(),
      style: attributes.get("style-name") ?? "",
    });
  }

  #openCell(attributes: XmlAttributes): void {
    this.#tables.at(-1)?.spans.push(Number(attributes.get("number-rows-spanned") ?? 1) || 1);
    this.#sinks.push(new BlockList());
  }

  #closeCell(isCovered: boolean): void {
    const table = this.#tables.at(-1);
    table?.rows.addCell(this.#popList()?.line ?? "", { rows: table.spans.pop() ?? 1, isCovered });
  }

  #openInParagraph(name: string, attributes: XmlAttributes): void {
    if (name === "span") {
      const style = attributes.get("style-name") ?? "";
      this.#spans.push({ style, raised: this.#styles.raised(style) ?? this.#spans.at(-1)?.raised ?? null });
    }
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    if (name === "s")
      paragraph.text.add(
        " ".repeat(Math.max(0, Math.min(MAX_SPACES, Number(attributes.get("c") ?? 1) || 1))),
      );
    else if (name === "tab") paragraph.text.add(" ");
    else if (name === "line-break") paragraph.text.add("\n");
  }

  #openList(attributes: XmlAttributes): void {
    const style = attributes.get("style-name") ?? this.#lists.at(-1)?.style ?? "";
    const level = this.#styles.listLevel(style, this.#lists.length + 1);
    this.#lists.push({ style, count: (level?.start ?? 1) - 1, isMarked: true });
  }

  #openItem(attributes: XmlAttributes): void {
    const list = this.#lists.at(-1);
    if (list === undefined) return;
    const start = Number(attributes.get("start-value") ?? 0) || 0;
    list.count = start > 0 ? start : list.count + 1;
    list.isMarked = false;
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined) return;
    const { level, after } = paragraph;
    const text = paragraph.text.toString();
    const list = this.#lists.at(-1);
    if (text.trim() === "") this.#addAll(after);
    else {
      if (level > 0) this.#sink.add({ kind: "heading", level, text });
      else if (list === undefined || list.isMarked) this.#sink.add({ kind: "paragraph", text });
      else this.#sink.add({ kind: "item", depth: this.#lists.length - 1, marker: this.#marker(list), text });
      if (list !== undefined) list.isMarked = true;
      this.#addAll(after);
    }
  }

  #marker({ style, count }: List): string {
    const level = this.#styles.listLevel(style, this.#lists.length);
    if (level === null || level.format === null) return "-";
    return `${level.prefix}${formatNumber(count, level.format)}${level.suffix}`.trim() || "-";
  }

  #closeTable(): void {
    const table = this.#tables.pop();
    if (table !== undefined) this.#sink.add({ kind: "table", rows: table.rows.rows });
  }

  /** Writes the text of a box or note after the paragraph that contains it. */
  #closeBox(): void {
    const box = this.#popList();
    const anchor = this.#paragraphs.at(-1);
    for (const block of box?.blocks ?? []) (anchor?.after ?? this.#sink).add(block);
  }

  /** Writes a chart once even if the document shows it repeatedly. */
  #addChart(href: string): void {
    const name = href.replace(/^\.\//, "");
    if (name === "" || this.#told.has(name)) return;
    this.#told.add(name);
    const said = this.#charts.get(name);
    const anchor = this.#paragraphs.at(-1);
    if (said === undefined) this.#objects += 1;
    else if (typeof said === "string" && anchor !== undefined) anchor.text.add(said);
    else
      for (const block of typeof said === "string" ? [{ kind: "paragraph", text: said } as const] : said)
        (anchor?.after ?? this.#sink).add(block);
  }

  #addAll({ blocks }: BlockList): void {
    for (const block of blocks) this.#sink.add(block);
  }

  #popList(): BlockList | null {
    const list = this.#sinks.length > 1 ? this.#sinks.pop() : null;
    return list instanceof BlockList ? list : null;
  }

  get #sink(): BlockSink {
    return this.#sinks.at(-1) as BlockSink;
  }
}
