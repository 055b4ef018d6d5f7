import { RunningText } from "../running-text.ts";
import { symbolFont } from "../text/symbol-fonts.ts";
import type { XmlAttributes } from "../xml/read-xml.ts";
import type { ListPlace } from "./docx-styles.ts";
import { BlockList, type BlockSink } from "./office-text.ts";

export interface Paragraph {
  readonly text: RunningText;
  style: string;
  outlineLevel: number | null;
  list: { id: string | null; level: number | null };
  /** Where it stands: the story itself, or a cell. */
  readonly sink: BlockSink;
  /** Text boxes, charts, diagrams and notes that belong to the paragraph. */
  readonly after: BlockList;
  /** Whether its mark was deleted with changes tracked: the next one goes on in it. */
  isJoined: boolean;
}

/** A sign of a font of signs; "" where it is not known what it draws. */
export function signOf(attributes: XmlAttributes): string {
  const code = Number.parseInt(attributes.get("char") ?? "", 16);
  return symbolFont(attributes.get("font") ?? "")?.(code) ?? "";
}

export function newParagraph(sink: BlockSink): Paragraph {
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

/** A paragraph's own setting wins over its style; list 0 means none. */
export function listOf(own: Paragraph["list"], style: ListPlace | null): ListPlace | null {
  const list = own.id ?? style?.list ?? "0";
  return list === "0" ? null : { list, level: own.level ?? style?.level ?? 0 };
}
