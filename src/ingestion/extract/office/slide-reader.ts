import type { Raised } from "../raised-text.ts";
import { RunningText } from "../running-text.ts";
import { type CellSpan, TableRows } from "../table/table-rows.ts";
import type { XmlAttributes, XmlReader } from "../xml/read-xml.ts";
import { AlternateContent } from "./alternate-content.ts";
import { FormulaBudget, FormulaReader } from "./formula-reader.ts";
import { formatNumber } from "./format-number.ts";
import { CharacterBudget, BlockList, type OfficeBlock } from "./office-text.ts";

/** Source of drawings that the text of a part refers to. */
export interface DrawingSource {
  /** @param name of an element that may refer to a drawing by relationship id */
  take(name: string, attributes: XmlAttributes): readonly OfficeBlock[];
}

interface Shape {
  /** Type of the shape's placeholder; null without one. */
  placeholder: string | null;
  readonly blocks: BlockList;
  /** Counters of numbered lists by depth. */
  readonly counts: number[];
}

interface Paragraph {
  readonly text: RunningText;
  depth: number;
  bullet: "none" | "sign" | "number" | null;
}

/** Types of placeholders that repeat on each slide. */
const FURNITURE = new Set(["sldNum", "dt", "ftr", "hdr", "sldImg"]);
const TITLES = new Set(["title", "ctrTitle"]);
const LISTS = new Set(["", "body", "obj"]);
const SHAPES = new Set(["sp", "graphicFrame", "pt"]);

const IS_ON = /^(?:1|true|on)$/;

/** Reads a slide, its notes or a diagram (PresentationML, DrawingML): titles first, then shapes in order. */
export class SlideReader implements XmlReader {
  readonly titles: OfficeBlock[] = [];
  readonly blocks: OfficeBlock[] = [];
  readonly #shapes: Shape[] = [];
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: { readonly rows: TableRows; cell: string[]; span: CellSpan }[] = [];
  readonly #drawings: DrawingSource | null;
  readonly #budget: CharacterBudget;
  readonly #alternates = new AlternateContent();
  #skipping = 0;
  #isText = false;
  #raised: Raised | null = null;
  readonly #formulaBudget = new FormulaBudget();
  #formula: FormulaReader | null = null;

  /**
   * @param drawings that the part may refer to; null for none
   * @param budget shared by all parts of a document that are read together
   */
  constructor(drawings: DrawingSource | null, budget = new CharacterBudget()) {
    this.#drawings = drawings;
    this.#budget = budget;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipping > 0 || this.#alternates.open(name)) {
      this.#skipping += 1;
      return;
    }
    if (this.#formula !== null) {
      this.#formula.open(name, attributes);
      return;
    }
    if (SHAPES.has(name)) this.#shapes.push({ placeholder: null, blocks: new BlockList(), counts: [] });
    else if (name === "ph") this.#setPlaceholder(attributes.get("type") ?? "");
    else if (name === "tbl") this.#tables.push({ rows: new TableRows(), cell: [], span: {} });
    else if (name === "tr") this.#tables.at(-1)?.rows.openRow();
    else if (name === "tc") this.#openCell(attributes);
    else if (name === "oMath") this.#formula = new FormulaReader(this.#formulaBudget);
    else if (name === "p") this.#paragraphs.push({ text: new RunningText(), depth: 0, bullet: null });
    else this.#openInParagraph(name, attributes);
    this.#tell(this.#drawings?.take(name, attributes) ?? []);
  }

  text(text: string): void {
    this.#budget.take(text);
    if (this.#skipping > 0) return;
    if (this.#formula !== null) this.#formula.text(text);
    else if (this.#isText) this.#paragraphs.at(-1)?.text.add(text, this.#raised);
  }

  close(name: string): void {
    if (this.#skipping > 0) {
      this.#skipping -= 1;
      return;
    }
    this.#alternates.close(name);
    if (name === "oMath") this.#closeFormula();
    else if (this.#formula !== null) this.#formula.close(name);
    else if (name === "t") this.#isText = false;
    else if (name === "r") this.#raised = null;
    else if (name === "p") this.#closeParagraph();
    else if (name === "tc") this.#closeCell();
    else if (name === "tbl") this.#closeTable();
    else if (SHAPES.has(name)) this.#closeShape();
  }

  #openInParagraph(name: string, attributes: XmlAttributes): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    if (name === "t") this.#isText = true;
    else if (name === "br") paragraph.text.add("\n");
    else if (name === "r") this.#raised = null;
    else if (name === "rPr") this.#raised = raisedBy(Number.parseFloat(attributes.get("baseline") ?? ""));
    else if (name === "pPr") paragraph.depth = Number(attributes.get("lvl") ?? 0) || 0;
    else if (name === "buNone") paragraph.bullet = "none";
    else if (name === "buChar" || name === "buBlip") paragraph.bullet = "sign";
    else if (name === "buAutoNum") paragraph.bullet = "number";
  }

  #setPlaceholder(type: string): void {
    const shape = this.#shapes.at(-1);
    if (shape !== undefined) shape.placeholder = type;
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    const text = paragraph?.text.toString() ?? "";
    if (paragraph === undefined || text.trim() === "") return;
    const table = this.#tables.at(-1);
    if (table === undefined) this.#sink.push(this.#blockOf(text, paragraph));
    else table.cell.push(text);
  }

  #blockOf(text: string, { depth, bullet }: Paragraph): OfficeBlock {
    const shape = this.#shapes.at(-1);
    const isListed = bullet === null ? LISTS.has(shape?.placeholder ?? "none") : bullet !== "none";
    if (!isListed || shape === undefined) return { kind: "paragraph", text };
    const at = Math.max(0, Math.min(depth, 8));
    shape.counts.length = Math.min(shape.counts.length, at + 1);
    shape.counts[at] = bullet === "number" ? (shape.counts[at] ?? 0) + 1 : 0;
    const marker = bullet === "number" ? `${formatNumber(shape.counts[at] ?? 1, "decimal")}.` : "-";
    return { kind: "item", depth: at, marker, text };
  }

  #closeFormula(): void {
    this.#paragraphs.at(-1)?.text.add(this.#formula?.result ?? "");
    this.#formula = null;
  }

  #openCell(attributes: XmlAttributes): void {
    const table = this.#tables.at(-1);
    if (table !== undefined)
      table.span = {
        rows: Number(attributes.get("rowSpan") ?? 1) || 1,
        isCovered: IS_ON.test(attributes.get("vMerge") ?? ""),
      };
  }

  #closeCell(): void {
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    table.rows.addCell(table.cell.join(" "), table.span);
    table.cell = [];
  }

  #closeTable(): void {
    const table = this.#tables.pop();
    if (table !== undefined) this.#sink.push({ kind: "table", rows: table.rows.rows });
  }

  #closeShape(): void {
    const shape = this.#shapes.pop();
    if (shape === undefined || FURNITURE.has(shape.placeholder ?? "")) return;
    if (!TITLES.has(shape.placeholder ?? "")) this.#tell(shape.blocks.blocks);
    else
      this.titles.push({
        kind: "heading",
        level: shape.placeholder === "title" ? 2 : 1,
        text: shape.blocks.line,
      });
  }

  /** Adds blocks one by one, because too many arguments would overflow the stack. */
  #tell(blocks: readonly OfficeBlock[]): void {
    for (const block of blocks) this.#sink.push(block);
  }

  get #sink(): OfficeBlock[] {
    return this.#shapes.at(-1)?.blocks.blocks ?? this.blocks;
  }
}

/** @param baseline in thousandths of a percent; NaN without a setting */
function raisedBy(baseline: number): Raised | null {
  return baseline > 0 ? "super" : baseline < 0 ? "sub" : null;
}
