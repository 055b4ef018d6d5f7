import { inSymbolFont, type SymbolFont, symbolFont } from "../text/symbol-fonts.ts";
import type { XmlAttributes, XmlReader } from "../xml/read-xml.ts";
import { AlternateContent } from "./alternate-content.ts";
import type { DocxLists } from "./docx-lists.ts";
import type { DocxStyles, ListPlace } from "./docx-styles.ts";
import type { Drawings } from "./drawings.ts";
import { CharacterBudget, BlockList, type BlockSink, type OfficeBlock } from "./office-text.ts";

export interface DocxContext {
  readonly styles: DocxStyles;
  readonly lists: DocxLists;
  readonly drawings: Drawings | null;
  /** What a footnote or endnote says. */
  note(kind: "footnote" | "endnote", id: string): readonly OfficeBlock[];
}

interface Paragraph {
  text: string;
  style: string;
  outlineLevel: number | null;
  list: { id: string | null; level: number | null };
  /** Where it stands: the story itself, or a cell. */
  readonly sink: BlockSink;
  /** What stands beside it or hangs on it: text boxes, charts, diagrams and notes. */
  readonly after: BlockList;
}

interface Table {
  readonly rows: string[][];
  row: string[];
  /** Columns that the open cell takes. */
  span: number;
}

/** What is read over with all that is in it: what was deleted or moved away, codes of fields. */
const SKIPPED = new Set(["del", "moveFrom", "instrText", "delText", "delInstrText", "rt", "sdtPr", "tblPr", "sectPr", "tblGrid"]);
const MAX_SPAN = 64;
const IS_OFF = /^(?:0|false|off)$/;
const PRE_SIGNS: Readonly<Record<string, string>> = { den: "/", sup: "^", sub: "_" };

/** Reads paragraphs and tables of WordprocessingML, of the body or of a note, as blocks. */
export class DocxStory implements XmlReader {
  readonly #context: DocxContext;
  readonly #sinks: BlockSink[];
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: Table[] = [];
  readonly #budget = new CharacterBudget();
  readonly #alternates = new AlternateContent();
  #skipping = 0;
  #isText = false;
  #isHidden = false;
  /** Of the run, where it is one of signs. */
  #font: SymbolFont | null = null;
  #mathDepth = 0;

  constructor(context: DocxContext, sink: BlockSink) {
    this.#context = context;
    this.#sinks = [sink];
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipping > 0 || SKIPPED.has(name) || this.#alternates.open(name)) {
      this.#skipping += 1;
      return;
    }
    if (name === "p") this.#paragraphs.push(newParagraph(this.#sink));
    else if (name === "tbl") this.#tables.push({ rows: [], row: [], span: 1 });
    else if (name === "tr") this.#openRow();
    else if (name === "tc") this.#sinks.push(new BlockList());
    else if (name === "oMath") this.#mathDepth += 1;
    else if (name === "gridSpan") this.#setSpan(Number(attributes.get("val")));
    else this.#openInParagraph(name, attributes);
  }

  text(text: string): void {
    this.#budget.take(text);
    const paragraph = this.#paragraphs.at(-1);
    if (this.#isText && !this.#isHidden && this.#skipping === 0 && paragraph !== undefined)
      paragraph.text += this.#font === null ? text : inSymbolFont(text, this.#font);
  }

  close(name: string): void {
    if (this.#skipping > 0) {
      this.#skipping -= 1;
      return;
    }
    this.#alternates.close(name);
    if (name === "t") this.#isText = false;
    else if (name === "r") this.#resetRun();
    else if (name === "p") this.#closeParagraph();
    else if (name === "tc") this.#closeCell();
    else if (name === "tr") this.#closeRow();
    else if (name === "tbl") this.#closeTable();
    else if (name === "oMath") this.#mathDepth -= 1;
  }

  #openInParagraph(name: string, attributes: XmlAttributes): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    if (name === "t") this.#isText = true;
    else if (name === "r") this.#resetRun();
    else if (name === "tab" || name === "ptab") paragraph.text += " ";
    else if (name === "br" || name === "cr") paragraph.text += "\n";
    else if (name === "sym") paragraph.text += this.#isHidden ? "" : signOf(attributes);
    else if (name === "rFonts") this.#font = symbolFont(attributes.get("ascii") ?? attributes.get("hAnsi") ?? "");
    else if (name === "noBreakHyphen") paragraph.text += "-";
    else if (name === "pStyle") paragraph.style = attributes.get("val") ?? "";
    else if (name === "outlineLvl") paragraph.outlineLevel = Number(attributes.get("val"));
    else if (name === "numId") paragraph.list.id = attributes.get("val") ?? null;
    else if (name === "ilvl") paragraph.list.level = Number(attributes.get("val"));
    else if (name === "vanish" || name === "webHidden") this.#isHidden = !IS_OFF.test(attributes.get("val") ?? "");
    else if (name === "footnoteReference") this.#addNote("footnote", attributes);
    else if (name === "endnoteReference") this.#addNote("endnote", attributes);
    else if (this.#mathDepth > 0) paragraph.text += PRE_SIGNS[name] ?? "";
    else for (const block of this.#context.drawings?.take(name, attributes) ?? []) paragraph.after.add(block);
  }

  #resetRun(): void {
    this.#isHidden = false;
    this.#font = null;
  }

  #addNote(kind: "footnote" | "endnote", attributes: XmlAttributes): void {
    for (const block of this.#context.note(kind, attributes.get("id") ?? "")) this.#paragraphs.at(-1)?.after.add(block);
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined) return;
    const block = this.#blockOf(paragraph);
    if (block !== null) this.#add(block);
    for (const beside of paragraph.after.blocks) this.#add(beside);
  }

  #blockOf({ text, style: styleId, outlineLevel, list: own }: Paragraph): OfficeBlock | null {
    const style = this.#context.styles.of(styleId);
    if (style.isContents || text.trim() === "") return null;
    const list = listOf(own, style.list);
    const item = list === null ? null : this.#context.lists.next(list);
    const level = outlineLevel === null ? style.headingLevel : outlineLevel >= 0 && outlineLevel < 9 ? outlineLevel + 1 : 0;
    if (level > 0) return { kind: "heading", level, text: item?.isNumbered === true ? `${item.marker} ${text}` : text };
    return item === null ? { kind: "paragraph", text } : { kind: "item", depth: list?.level ?? 0, marker: item.marker, text };
  }

  #openRow(): void {
    const table = this.#tables.at(-1);
    if (table !== undefined) table.row = [];
  }

  #setSpan(span: number): void {
    const table = this.#tables.at(-1);
    if (table !== undefined && span > 1) table.span = Math.min(span, MAX_SPAN);
  }

  #closeCell(): void {
    const cell = this.#popList();
    const table = this.#tables.at(-1);
    if (table === undefined || cell === null) return;
    table.row.push(cell.line, ...Array.from({ length: table.span - 1 }, () => ""));
    table.span = 1;
  }

  #closeRow(): void {
    const table = this.#tables.at(-1);
    if (table !== undefined) table.rows.push(table.row);
  }

  #closeTable(): void {
    const table = this.#tables.pop();
    if (table !== undefined) this.#add({ kind: "table", rows: table.rows });
  }

  /** Within a paragraph only boxes hold paragraphs and tables, of Word's own kind and of DrawingML: they come after it. */
  #add(block: OfficeBlock): void {
    const anchor = this.#paragraphs.at(-1);
    (anchor?.sink === this.#sink ? anchor.after : this.#sink).add(block);
  }

  #popList(): BlockList | null {
    const list = this.#sinks.length > 1 ? this.#sinks.pop() : null;
    return list instanceof BlockList ? list : null;
  }

  get #sink(): BlockSink {
    return this.#sinks.at(-1) as BlockSink;
  }
}

/** A sign of a font of signs; "" where it is not known what it draws. */
function signOf(attributes: XmlAttributes): string {
  const code = Number.parseInt(attributes.get("char") ?? "", 16);
  return symbolFont(attributes.get("font") ?? "")?.(code) ?? "";
}

function newParagraph(sink: BlockSink): Paragraph {
  return { text: "", style: "", outlineLevel: null, list: { id: null, level: null }, sink, after: new BlockList() };
}

/** What a paragraph says of itself goes before its style; list 0 is none. */
function listOf(own: Paragraph["list"], style: ListPlace | null): ListPlace | null {
  const list = own.id ?? style?.list ?? "0";
  return list === "0" ? null : { list, level: own.level ?? style?.level ?? 0 };
}
