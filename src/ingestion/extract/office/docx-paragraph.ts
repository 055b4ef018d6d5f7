import { RunningText } from "../running-text.ts";
import { symbolFont } from "../text/symbol-font.ts";
import type { XmlAttributes } from "../xml/read-xml.ts";
import type { ListRef } from "./docx-styles.ts";
import { BlockList, type BlockSink } from "./office-text.ts";

export interface DocxParagraph {
  readonly text: RunningText;
  style: string;
  outlineLevel: number | null;
  list: { id: string | null; level: number | null };
  /** Receives the paragraph: the document or a cell. */
  readonly sink: BlockSink;
  /** Text boxes, charts, diagrams and notes to write after the paragraph. */
  readonly after: BlockList;
  /** Whether a tracked change deleted the paragraph mark, so that the next paragraph continues this one. */
  isJoined: boolean;
}

/** Returns the character that a symbol font draws; "" for an unknown glyph. */
export function symbolOf(attributes: XmlAttributes): string {
  const code = Number.parseInt(attributes.get("char") ?? "", 16);
  return symbolFont(attributes.get("font") ?? "")?.(code) ?? "";
}

export function newParagraph(sink: BlockSink): DocxParagraph {
  return {
    text: new RunningText(),
    style: "",
    outlineLevel: null,
    list: { id: null, level: null },
    sink,
    after: new BlockList(),
    isJoined: false,
  };
}

/**
 * Returns the list of a paragraph. The paragraph's own list overrides the list of its style; list 0 means
 * none.
 */
export function paragraphList(own: DocxParagraph["list"], style: ListRef | null): ListRef | null {
  const list = own.id ?? style?.list ?? "0";
  return list === "0" ? null : { list, level: own.level ?? style?.level ?? 0 };
}
