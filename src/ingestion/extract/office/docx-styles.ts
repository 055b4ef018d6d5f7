import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import type { Raised } from "../raised-text.ts";
import type { XmlReader } from "../xml/read-xml.ts";
import type { PackageParts } from "./package-parts.ts";

export interface ListRef {
  readonly list: string;
  readonly level: number;
}

/** Properties of a paragraph style that the reader needs. */
export interface ParagraphStyle {
  /** Heading level from 1; 0 for no heading. */
  readonly headingLevel: number;
  readonly list: ListRef | null;
  /** Whether the paragraph is a table-of-contents entry, which repeats a heading. */
  readonly isContents: boolean;
}

interface StyleRow {
  name: string;
  basedOn: string;
  /** Outline level from 0; 9 and above are body text. */
  outlineLevel: number | null;
  list: string;
  listLevel: number | null;
  /** Superscript or subscript setting; `baseline` resets the setting of the base style. */
  raised: string;
  /** Whether the style hides its text. Null: as the base style. */
  isVanished: boolean | null;
}

const MAX_ANCESTORS = 32;
const BODY_LEVEL = 9;
/** Names of built-in heading styles. They are English in the file, regardless of the program's language. */
const HEADING_NAME = /^heading ([1-9])$/;
const CONTENTS_NAME = /^toc(?: heading| ?\d)$/;
const PLAIN: ParagraphStyle = { headingLevel: 0, list: null, isContents: false };

/** The styles of a document by id. A style inherits missing properties from its base style. */
export class DocxStyles {
  readonly #rows = new Map<string, StyleRow>();
  readonly #resolved = new Map<string, ParagraphStyle>();
  #byDefault = "";

  static *read(parts: PackageParts, part: string | null): CooperativeTask<DocxStyles> {
    const styles = new DocxStyles();
    yield* parts.read(part, styles.reader());
    return styles;
  }

  /** Reads `w:style` elements. */
  reader(): XmlReader {
    let row: StyleRow | null = null;
    return {
      open: (name, attributes) => {
        if (name === "style") {
          row = {
            name: "",
            basedOn: "",
            outlineLevel: null,
            list: "",
            listLevel: null,
            raised: "",
            isVanished: null,
          };
          const id = attributes.get("styleId") ?? "";
          this.#rows.set(id, row);
          if (
            attributes.get("type") === "paragraph" &&
            /^(?:1|true|on)$/.test(attributes.get("default") ?? "")
          )
            this.#byDefault = id;
        }
        if (row === null) return;
        const value = attributes.get("val") ?? "";
        if (name === "name") row.name = value.toLowerCase();
        if (name === "basedOn") row.basedOn = value;
        if (name === "outlineLvl") row.outlineLevel = Number(value);
        if (name === "numId") row.list = value;
        if (name === "ilvl") row.listLevel = Number(value);
        if (name === "vertAlign") row.raised = value;
        if (name === "vanish") row.isVanished = !/^(?:0|false|off)$/.test(value);
      },
      close: (name) => {
        if (name === "style") row = null;
      },
    };
  }

  /** @param id `""` for a paragraph without a style */
  of(id: string): ParagraphStyle {
    const known = this.#resolved.get(id);
    if (known !== undefined) return known;
    const style = this.#resolve(id === "" ? this.#byDefault : id);
    this.#resolved.set(id, style);
    return style;
  }

  /** True if a paragraph or character style hides its text. */
  isVanished(id: string): boolean {
    return this.#lineage(id).find(({ isVanished }) => isVanished !== null)?.isVanished ?? false;
  }

  /** Returns the superscript or subscript setting of a character style. */
  raised(id: string): Raised | null {
    return raisedOf(this.#lineage(id).find(({ raised }) => raised !== "")?.raised ?? "");
  }

  #resolve(id: string): ParagraphStyle {
    const rows = this.#lineage(id);
    if (rows.length === 0) return PLAIN;
    const outlineLevel = rows.map(levelOf).find((level) => level !== null) ?? BODY_LEVEL;
    const list = rows.find((row) => row.list !== "")?.list ?? "";
    const level = rows.find((row) => row.listLevel !== null)?.listLevel ?? 0;
    return {
      headingLevel: outlineLevel >= 0 && outlineLevel < BODY_LEVEL ? outlineLevel + 1 : 0,
      list: list === "" ? null : { list, level },
      isContents: rows.some(({ name }) => CONTENTS_NAME.test(name)),
    };
  }

  /** Returns a style and its base styles, nearest first. */
  #lineage(id: string): StyleRow[] {
    const rows: StyleRow[] = [];
    let row = this.#rows.get(id);
    while (row !== undefined && rows.length < MAX_ANCESTORS) {
      rows.push(row);
      row = this.#rows.get(row.basedOn);
    }
    return rows;
  }
}

export function raisedOf(alignment: string): Raised | null {
  return alignment === "superscript" ? "super" : alignment === "subscript" ? "sub" : null;
}

/** Returns the heading level of a style. A title ranks above all headings. */
function levelOf({ name, outlineLevel }: StyleRow): number | null {
  if (name === "title") return 0;
  const named = HEADING_NAME.exec(name)?.[1];
  return outlineLevel ?? (named === undefined ? null : Number(named) - 1);
}
