import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import type { XmlReader } from "../xml/read-xml.ts";
import type { ListRef } from "./docx-styles.ts";
import { formatNumber } from "./format-number.ts";
import type { PackageParts } from "./package-parts.ts";

interface ListLevel {
  start: number;
  format: string;
  /** Numbers of the levels with literals between them, such as `%1.%2)`. */
  pattern: string;
  /** Whether the marker shows all its numbers as digits, regardless of their level's format (`isLgl`). */
  isLegal: boolean;
}

const LEVELS = 9;
const BULLETS = new Set(["bullet", "none"]);
/** Names of number formats by their numbers in Word 2003. */
const NUMBERED_FORMATS: Readonly<Record<string, string>> = {
  1: "upperRoman",
  2: "lowerRoman",
  3: "upperLetter",
  4: "lowerLetter",
  22: "decimalZero",
  23: "bullet",
  255: "none",
};
const IS_OFF = /^(?:0|false|off)$/;
const PLACEHOLDER = /%([1-9])/g;
const MAX_MARKER_CHARS = 40;

/** The lists of a document. Returns the marker of each list paragraph. Callers ask in document order. */
export class DocxLists {
  /** Levels by abstract definition. Lists with the same definition continue its numbering. */
  readonly #definitions = new Map<string, Map<number, ListLevel>>();
  readonly #lists = new Map<string, { definition: string; starts: Map<number, number> }>();
  readonly #counts = new Map<string, (number | undefined)[]>();
  readonly #begun = new Set<string>();

  static *read(parts: PackageParts, part: string | null): CooperativeTask<DocxLists> {
    const lists = new DocxLists();
    yield* parts.read(part, lists.reader());
    return lists;
  }

  /** Reads list definitions and instances, including their Word 2003 names `listDef` and `list`. */
  reader(): XmlReader {
    let definition = new Map<number, ListLevel>();
    let level: ListLevel | null = null;
    let list: { definition: string; starts: Map<number, number> } | null = null;
    let overridden = 0;
    return {
      open: (name, attributes) => {
        const value = attributes.get("val") ?? "";
        if (name === "abstractNum" || name === "listDef")
          this.#definitions.set(attributes.get(`${name}Id`) ?? "", (definition = new Map()));
        else if (name === "num" || name === "list")
          this.#lists.set(
            attributes.get(name === "num" ? "numId" : "ilfo") ?? "",
            (list = { definition: "", starts: new Map() }),
          );
        else if (name === "lvlOverride") overridden = Number(attributes.get("ilvl"));
        else if (name === "lvl" && list === null) {
          level = { start: 1, format: "decimal", pattern: "", isLegal: false };
          definition.set(Number(attributes.get("ilvl")), level);
        } else if ((name === "abstractNumId" || name === "ilst") && list !== null) list.definition = value;
        else if (name === "startOverride" && list !== null) list.starts.set(overridden, Number(value));
        else if (level !== null) readLevel(level, name, value);
      },
      close: (name) => {
        if (name === "lvl") level = null;
        if (name === "num" || name === "list") list = null;
      },
    };
  }

  /** Returns the marker of the next paragraph of a list; null for an unknown list. */
  next({ list: id, level }: ListRef): { marker: string; isNumbered: boolean } | null {
    const list = this.#lists.get(id);
    const levels = this.#definitions.get(list?.definition ?? "");
    const at = Math.max(0, Math.min(level, LEVELS - 1)) || 0;
    const own = levels?.get(at);
    if (list === undefined || levels === undefined || own === undefined) return null;
    if (BULLETS.has(own.format)) return { marker: "-", isNumbered: false };
    const counts = this.#countsOf(id, list);
    counts[at] = (counts[at] ?? (list.starts.get(at) ?? own.start) - 1) + 1;
    counts.length = at + 1;
    const marker = own.pattern.replace(PLACEHOLDER, (_, digit: string) => {
      const shown = levels.get(Number(digit) - 1);
      return formatNumber(
        counts[Number(digit) - 1] ?? shown?.start ?? 1,
        own.isLegal ? "decimal" : (shown?.format ?? "decimal"),
      );
    });
    return { marker: marker.trim().slice(0, MAX_MARKER_CHARS) || "-", isNumbered: true };
  }

  #countsOf(
    id: string,
    { definition, starts }: { definition: string; starts: ReadonlyMap<number, number> },
  ): (number | undefined)[] {
    const begins = starts.size > 0 && !this.#begun.has(id);
    this.#begun.add(id);
    const known = this.#counts.get(definition);
    if (known !== undefined && !begins) return known;
    const counts: (number | undefined)[] = [];
    this.#counts.set(definition, counts);
    return counts;
  }
}

function readLevel(level: ListLevel, name: string, value: string): void {
  if (name === "start") level.start = Number(value);
  else if (name === "isLgl") level.isLegal = !IS_OFF.test(value);
  else if (name === "numFmt") level.format = value;
  else if (name === "nfc") level.format = NUMBERED_FORMATS[value] ?? "decimal";
  else if (name === "lvlText") level.pattern = value.slice(0, MAX_MARKER_CHARS);
}
