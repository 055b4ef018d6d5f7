import type { Raised } from "../raised-text.ts";
import { inSymbolFont, type SymbolFont, symbolFont } from "../text/symbol-font.ts";
import type { XmlAttributes, XmlReader } from "../xml/read-xml.ts";
import { AlternateContent } from "./alternate-content.ts";
import { paragraphList, newParagraph, type DocxParagraph, symbolOf } from "./docx-paragraph.ts";
import { DocxControls } from "./docx-controls.ts";
import { DocxFields } from "./docx-fields.ts";
import type { DocxLists } from "./docx-lists.ts";
import { type DocxStyles, raisedOf } from "./docx-styles.ts";
import type { Drawings } from "./drawings.ts";
import { RunVisibility } from "./run-visibility.ts";
import { FormulaBudget, FormulaReader } from "./formula-reader.ts";
import { CharacterBudget, BlockList, type BlockSink, type OfficeBlock } from "./office-text.ts";
import { type CellSpan, TableRows } from "../table/table-rows.ts";

export interface DocxContext {
  readonly styles: DocxStyles;
  readonly lists: DocxLists;
  readonly drawings: Drawings | null;
  note(kind: "footnote" | "endnote", id: string): readonly OfficeBlock[];
  /** The content of an embedded document (`altChunk`). */
  chunk(id: string): readonly OfficeBlock[];
}

interface Table {
  readonly rows: TableRows;
  /** Span of the open cell. */
  span: CellSpan;
}

/**
 * Elements that are skipped with their content: tracked deletions and moves, field codes, phonetic guides,
 * properties.
 */
const SKIPPED = new Set("del moveFrom instrText delText delInstrText rt tblPr sectPr tblGrid".split(" "));
/** Row span of a vertically merged cell. The cell ends at the first row without a continuation. */
const ALL_ROWS = Number.MAX_SAFE_INTEGER;

/** Reads WordprocessingML paragraphs and tables of the body or of a note as blocks. */
export class DocxReader implements XmlReader {
  /** Number of skipped comments. */
  comments = 0;
  readonly #context: DocxContext;
  readonly #sinks: BlockSink[];
  readonly #paragraphs: DocxParagraph[] = [];
  readonly #tables: Table[] = [];
  readonly #budget = new CharacterBudget();
  readonly #alternates = new AlternateContent();
  #skipping = 0;
  /** Whether the properties of the current paragraph mark are open. */
  #isMark = false;
  /** The last paragraph, if a tracked change deleted its mark. */
  #joined: DocxParagraph | null = null;
  #isText = false;
  readonly #visibility = new RunVisibility();
  /** The symbol font of the current run, if any. */
  #font: SymbolFont | null = null;
  #raised: Raised | null = null;
  readonly #controls = new DocxControls();
  readonly #fields = new DocxFields();
  readonly #formulaBudget = new FormulaBudget();
  #formula: FormulaReader | null = null;

  constructor(context: DocxContext, sink: BlockSink) {
    this.#context = context;
    this.#sinks = [sink];
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === "del" && this.#isMark) this.#joinNext();
    if (
      this.#skipping > 0 ||
      SKIPPED.has(name) ||
      this.#isLeftOut(name, attributes) ||
      this.#controls.open(name, attributes) ||
      this.#alternates.open(name)
    ) {
      this.#skipping += 1;
      return;
    }
    this.#visibility.open(name, attributes, this.#isMark);
    if (this.#formula !== null) this.#formula.open(name, attributes);
    else if (name === "p") this.#openParagraph();
    else if (name === "pPr") this.#isMark = true;
    else if (name === "tbl") this.#openTable();
    else if (name === "tr") this.#tables.at(-1)?.rows.openRow();
    else if (name === "gridBefore") this.#tables.at(-1)?.rows.skip(Number(attributes.get("val")));
    else if (name === "tc") this.#sinks.push(new BlockList());
    else if (name === "oMath") this.#formula = new FormulaReader(this.#formulaBudget);
    else if (name === "gridSpan") this.#setSpan({ columns: Number(attributes.get("val")) });
    else if (name === "vMerge" || name === "vmerge")
      this.#setSpan(attributes.get("val") === "restart" ? { rows: ALL_ROWS } : { isCovered: true });
    else if (name === "altChunk") this.#addAll(this.#context.chunk(attributes.prefixed("id") ?? ""));
    else this.#openInParagraph(name, attributes);
  }

  text(text: string): void {
    this.#budget.take(text);
    if (this.#skipping > 0) return;
    if (this.#formula !== null) this.#formula.text(text);
    else if (this.#isText) this.#say(this.#font === null ? text : inSymbolFont(text, this.#font));
  }

  close(name: string): void {
    if (this.#skipping > 0) {
      this.#skipping -= 1;
      return;
    }
    this.#alternates.close(name);
    this.#controls.close(name);
    if (name === "oMath") this.#closeFormula();
    else if (this.#formula !== null) this.#formula.close(name);
    else if (name === "t") this.#isText = false;
    else if (name === "r") this.#resetRun();
    else if (name === "p") this.#closeParagraph();
    else if (name === "pPr") this.#isMark = false;
    else if (name === "tc" || name === "tbl") this.#closePart(name);
    else this.#say(this.#fields.close(name));
  }

  /** Number of hidden texts, which are left out. */
  get hidden(): number {
    return this.#visibility.hidden;
  }

  /** Callers call this at the end of the document. */
  end(): void {
    this.#endJoined();
  }

  /** Whether the annotation is a comment or a deletion. Word 2003 stores both as annotations. */
  #isLeftOut(name: string, attributes: XmlAttributes): boolean {
    const type = name === "annotation" ? (attributes.get("type") ?? "") : "";
    if (type === "Word.Comment") this.comments += 1;
    return type === "Word.Comment" || type === "Word.Deletion";
  }

  #openInParagraph(name: string, attributes: XmlAttributes): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    if (name === "t") this.#isText = true;
    else if (name === "r") this.#resetRun();
    else if (name === "tab" || name === "ptab") paragraph.text.add(" ");
    else if (name === "br" || name === "cr") paragraph.text.add("\n");
    else if (name === "sym") this.#say(symbolOf(attributes));
    else if (name === "noBreakHyphen") this.#say("-");
    else if (name === "pStyle") {
      paragraph.style = attributes.get("val") ?? "";
      this.#visibility.vanishParagraph(this.#context.styles.isVanished(paragraph.style));
    } else if (name === "outlineLvl") paragraph.outlineLevel = Number(attributes.get("val"));
    else if (name === "numId" || name === "ilfo") paragraph.list.id = attributes.get("val") ?? null;
    else if (name === "ilvl") paragraph.list.level = Number(attributes.get("val"));
    else if (name === "footnoteReference")
      this.#addAll(this.#context.note("footnote", attributes.get("id") ?? ""));
    else if (name === "endnoteReference")
      this.#addAll(this.#context.note("endnote", attributes.get("id") ?? ""));
    else this.#openInRun(name, attributes, paragraph);
  }

  #openInRun(name: string, attributes: XmlAttributes, paragraph: DocxParagraph): void {
    const value = attributes.get("val") ?? "";
    if (name === "rFonts") this.#font = symbolFont(attributes.get("ascii") ?? attributes.get("hAnsi") ?? "");
    else if (name === "vertAlign") this.#raised = raisedOf(value);
    else if (name === "rStyle") {
      this.#raised = this.#context.styles.raised(value);
      this.#visibility.vanish(this.#context.styles.isVanished(value));
    } else
      for (const block of this.#context.drawings?.take(name, attributes) ?? []) paragraph.after.add(block);
    this.#fields.open(name, attributes);
  }

  #say(text: string): void {
    if (this.#controls.isPrompt || this.#fields.isRepeated) return;
    const paragraph = this.#paragraphs.at(-1);
    // A paragraph within a paragraph belongs to a text box.
    const isOnPaper = this.#paragraphs.length === 1 && this.#tables.length === 0;
    if (paragraph !== undefined && !this.#visibility.hides(text, isOnPaper))
      paragraph.text.add(text, this.#raised);
  }

  #resetRun(): void {
    this.#visibility.startRun();
    this.#font = null;
    this.#raised = null;
  }

  #closeFormula(): void {
    const formula = this.#formula?.result ?? "";
    this.#formula = null;
    this.#resetRun();
    this.#say(formula);
  }

  #openParagraph(): void {
    const goesOn = this.#joined?.sink === this.#sink ? this.#joined : null;
    this.#joined = null;
    this.#visibility.startParagraph();
    this.#paragraphs.push(goesOn === null ? newParagraph(this.#sink) : { ...goesOn, isJoined: false });
  }

  #joinNext(): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph !== undefined && this.#skipping === 0) paragraph.isJoined = true;
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined) return;
    if (paragraph.isJoined) {
      this.#joined = paragraph;
      return;
    }
    const block = this.#blockOf(paragraph);
    if (block !== null) this.#add(block);
    for (const beside of paragraph.after.blocks) this.#add(beside);
  }

  #blockOf({ text: runs, style: styleId, outlineLevel, list: own }: DocxParagraph): OfficeBlock | null {
    const text = runs.toString();
    const style = this.#context.styles.of(styleId);
    if (style.isContents || text.trim() === "") return null;
    const list = paragraphList(own, style.list);
    const item = list === null ? null : this.#context.lists.next(list);
    const level =
      outlineLevel === null
        ? style.headingLevel
        : outlineLevel >= 0 && outlineLevel < 9
          ? outlineLevel + 1
          : 0;
    if (level > 0)
      return { kind: "heading", level, text: item?.isNumbered === true ? `${item.marker} ${text}` : text };
    return item === null
      ? { kind: "paragraph", text }
      : { kind: "item", depth: list?.level ?? 0, marker: item.marker, text };
  }

  #openTable(): void {
    this.#endJoined();
    this.#tables.push({ rows: new TableRows(), span: {} });
  }

  #setSpan(span: CellSpan): void {
    const table = this.#tables.at(-1);
    if (table !== undefined) table.span = { ...table.span, ...span };
  }

  #closePart(name: string): void {
    this.#endJoined();
    if (name === "tc") this.#closeCell();
    else if (name === "tbl") this.#closeTable();
  }

  #closeCell(): void {
    const cell = this.#popList();
    const table = this.#tables.at(-1);
    if (table === undefined || cell === null) return;
    table.rows.addCell(cell.line, table.span);
    table.span = {};
  }

  #closeTable(): void {
    const table = this.#tables.pop();
    if (table !== undefined) this.#add({ kind: "table", rows: table.rows.rows });
  }

  /** Adds notes and embedded documents after the open paragraph, or here outside of a paragraph. */
  #addAll(blocks: readonly OfficeBlock[]): void {
    for (const block of blocks) (this.#paragraphs.at(-1)?.after ?? this.#sink).add(block);
  }

  /** Writes a paragraph with a deleted mark if no paragraph continued it. */
  #endJoined(): void {
    const paragraph = this.#joined;
    this.#joined = null;
    if (paragraph === null) return;
    this.#paragraphs.push({ ...paragraph, isJoined: false });
    this.#closeParagraph();
  }

  /**
   * Paragraphs and tables inside of a paragraph come from text boxes (Word or DrawingML), so they follow that
   * paragraph.
   */
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
