import type { XmlAttributes, XmlReader } from "../xml/read-xml.ts";
import { formatNumber } from "./number-format.ts";
import type { OdfStyles } from "./odf-styles.ts";
import { CharacterBudget, BlockList, type BlockSink, type OfficeBlock, type OfficeText } from "./office-text.ts";

interface Paragraph {
  text: string;
  /** Of a heading, from 1; 0: it is none. */
  readonly level: number;
  readonly after: BlockList;
}

interface List {
  readonly style: string;
  count: number;
  /** Whether the item that is open has got its marker. */
  isMarked: boolean;
}

/** Read over with all that is in them: comments, changes that were undone, indexes, what names a picture, how words are read aloud. */
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
]);
const FURNITURE = new Set(["page", "page-number", "date-time", "header", "footer"]);
const IN_TEXT = new Set(["p", "h", "span", "a", "ruby-base", "bookmark-ref", "meta"]);
const MAX_SPACES = 100;

/** Reads the text of an OpenDocument text or presentation: pages of the latter are slides. */
export class OdfStory implements XmlReader {
  readonly #styles: OdfStyles;
  readonly #text: OfficeText;
  readonly #sinks: BlockSink[];
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: string[][][] = [];
  readonly #lists: List[] = [];
  readonly #parents: string[] = [];
  readonly #frames: string[] = [];
  readonly #budget = new CharacterBudget();
  readonly #charts: Map<string, readonly OfficeBlock[]>;
  #skipping = 0;
  #slide = 0;

  /** @param charts what each of them says, by where it lies in the archive */
  constructor(styles: OdfStyles, text: OfficeText, charts: Map<string, readonly OfficeBlock[]>) {
    this.#charts = charts;
    this.#styles = styles;
    this.#text = text;
    this.#sinks = [text];
  }

  open(name: string, attributes: XmlAttributes): void {
    const parent = this.#parents.at(-1) ?? "";
    this.#parents.push(name);
    if (this.#skipping > 0 || SKIPPED.has(name) || (name === "title" && !IN_TEXT.has(parent)) || this.#isFurniture(name, attributes)) {
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
    else if (name === "table") this.#tables.push([]);
    else if (name === "table-row") this.#tables.at(-1)?.push([]);
    else if (name === "table-cell" || name === "covered-table-cell" || name === "text-box" || name === "note-body")
      this.#sinks.push(new BlockList());
    else this.#openInParagraph(name, attributes);
  }

  text(text: string): void {
    this.#budget.take(text);
    const paragraph = this.#paragraphs.at(-1);
    if (this.#skipping === 0 && paragraph !== undefined && IN_TEXT.has(this.#parents.at(-1) ?? ""))
      paragraph.text += text.replace(/\s+/g, " ");
    else if (this.#skipping === 0 && paragraph !== undefined && text.trim() !== "") paragraph.text += text.trim();
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
      this.#tables
        .at(-1)
        ?.at(-1)
        ?.push(this.#popList()?.line ?? "");
    else if (name === "text-box" || name === "note-body") this.#closeBox();
  }

  #isFurniture(name: string, attributes: XmlAttributes): boolean {
    return name === "frame" && FURNITURE.has(attributes.get("class") ?? "");
  }

  #openSlide(): void {
    this.#slide += 1;
    this.#text.place({ kind: "slide", slide: this.#slide });
  }

  #openParagraph(name: string, attributes: XmlAttributes): void {
    const isTitle = this.#styles.isTitle(attributes.get("style-name") ?? "");
    const level = name === "h" ? Number(attributes.get("outline-level") ?? 1) || 1 : isTitle ? 1 : 0;
    this.#paragraphs.push({ text: "", level: this.#frames.at(-1) === "title" ? 2 : level, after: new BlockList() });
  }

  #openInParagraph(name: string, attributes: XmlAttributes): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    if (name === "s") paragraph.text += " ".repeat(Math.min(MAX_SPACES, Number(attributes.get("c") ?? 1) || 1));
    else if (name === "tab") paragraph.text += " ";
    else if (name === "line-break") paragraph.text += "\n";
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
    const { text, level, after } = paragraph;
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
    const rows = this.#tables.pop();
    if (rows !== undefined) this.#sink.add({ kind: "table", rows });
  }

  /** What stands in a box or a note comes behind the paragraph that it hangs on. */
  #closeBox(): void {
    const box = this.#popList();
    const anchor = this.#paragraphs.at(-1);
    for (const block of box?.blocks ?? []) (anchor?.after ?? this.#sink).add(block);
  }

  /** A chart is told once, however often it is shown. */
  #addChart(href: string): void {
    const name = href.replace(/^\.\//, "");
    const anchor = this.#paragraphs.at(-1);
    for (const block of this.#charts.get(name) ?? []) (anchor?.after ?? this.#sink).add(block);
    this.#charts.delete(name);
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
