import { fraction, grouped, matrix, root, withScripts } from "../formula-text.ts";
import type { XmlAttributes, XmlReader } from "../xml/read-xml.ts";

interface Frame {
  readonly name: string;
  text: string;
  /** Whether the text is exactly one matrix. */
  isMatrix: boolean;
  readonly parts: [slot: string, text: string, isMatrix: boolean][];
  readonly rows: string[][];
  readonly properties: Map<string, string>;
}

const STRUCTURES = new Set(
  "f rad sSup sSub sSubSup sPre nary d m eqArr func limLow limUpp bar acc groupChr borderBox box phant".split(
    " ",
  ),
);
const SLOTS = new Set("num den deg e sub sup lim fName".split(" "));
const PROPERTIES = new Set("chr begChr endChr sepChr degHide subHide supHide type pos".split(" "));
const IS_OFF = /^(?:0|false|off)$/;
/** Alignment marks and invisible operators. */
const INVISIBLE = /[&\u2061-\u2064]/g;
/**
 * Each structure scans its parts again. After this total of scanned characters, parts are written side by
 * side.
 */
const MAX_LOOKED_AT = 2_000_000;

/** Remaining cost for the formulas of one document. */
export class FormulaBudget {
  #left = MAX_LOOKED_AT;

  /**
   * Takes this number of characters from the budget.
   * @returns whether the budget covers them
   */
  take(characters: number): boolean {
    this.#left -= characters;
    return this.#left >= 0;
  }
}

/** Reads an Office Math formula (ECMA-376-1, 22.1) as one line of text: "x=(-b±√(b²-4ac))/(2a)". */
export class FormulaReader implements XmlReader {
  readonly #frames: Frame[] = [newFrame("")];
  readonly #budget: FormulaBudget;
  #isText = false;

  constructor(budget: FormulaBudget) {
    this.#budget = budget;
  }

  get result(): string {
    return this.#frames[0]?.text ?? "";
  }

  open(name: string, attributes: XmlAttributes): void {
    const top = this.#frames.at(-1);
    if (STRUCTURES.has(name) || SLOTS.has(name)) this.#frames.push(newFrame(name));
    else if (name === "mr") top?.rows.push([]);
    else if (name === "t") this.#isText = true;
    else if (PROPERTIES.has(name)) top?.properties.set(name, attributes.get("val") ?? "1");
  }

  text(text: string): void {
    if (this.#isText) this.#say(text.replace(INVISIBLE, ""), false);
  }

  close(name: string): void {
    if (name === "t") this.#isText = false;
    if (!STRUCTURES.has(name) && !SLOTS.has(name)) return;
    const frame = this.#frames.pop();
    const around = this.#frames.at(-1);
    if (frame === undefined || around === undefined) return;
    if (STRUCTURES.has(name)) this.#say(this.#written(frame), name === "m");
    else if (around.rows.length > 0) around.rows.at(-1)?.push(frame.text);
    else if (STRUCTURES.has(around.name)) around.parts.push([name, frame.text, frame.isMatrix]);
    else around.text += frame.text;
  }

  #say(text: string, isMatrix: boolean): void {
    const top = this.#frames.at(-1);
    if (top === undefined) return;
    if (STRUCTURES.has(top.name)) top.parts.push(["e", text, isMatrix]);
    else {
      top.isMatrix = isMatrix && top.text.trim() === "";
      top.text += text;
    }
  }

  #written(frame: Frame): string {
    const characters = frame.parts.reduce((sum, [, text]) => sum + text.length, 0);
    if (!this.#budget.take(characters))
      return [...frame.parts.map(([, text]) => text), ...frame.rows.flat()].join(" ");
    return writtenStructure(frame);
  }
}

function writtenStructure(frame: Frame): string {
  const { name, parts, properties } = frame;
  const part = (slot: string): string => parts.find(([each]) => each === slot)?.[1] ?? "";
  const shown = (slot: string): string => (isOn(properties.get(`${slot}Hide`)) ? "" : part(slot));
  switch (name) {
    case "f":
      return properties.get("type") === "noBar"
        ? `${part("num")} over ${part("den")}`
        : fraction(part("num"), part("den"));
    case "rad":
      return root(part("e"), shown("deg"));
    case "sSup":
    case "sSub":
    case "sSubSup":
      return withScripts(part("e"), part("sub"), part("sup"));
    case "sPre":
      return withScripts("", part("sub"), part("sup")) + part("e");
    case "nary":
      return `${withScripts(properties.get("chr") ?? "∫", shown("sub"), shown("sup"))} ${part("e").trim()}`;
    case "d":
      return delimited(frame);
    case "m":
      return matrix(frame.rows);
    case "eqArr":
      return parts.map(([, text]) => text.trim()).join("; ");
    case "func":
      return applied(part("fName").trim(), part("e").trim());
    case "limLow":
      return withScripts(part("e"), part("lim"), "");
    case "limUpp":
      return withScripts(part("e"), "", part("lim"));
    case "bar":
      return marked(part("e"), properties.get("pos") === "top" ? "\u0305" : "\u0332");
    case "acc":
      return marked(part("e"), properties.get("chr") ?? "\u0302");
    default:
      return parts.map(([, text]) => text).join("");
  }
}

function delimited({ parts, properties }: Frame): string {
  const [begin, end] = [properties.get("begChr") ?? "(", properties.get("endChr") ?? ")"];
  const within = parts.map(([, text, isMatrix]) => (isMatrix ? text.trim().slice(1, -1) : text));
  return `${begin}${within.join(properties.get("sepChr") ?? "|")}${end}`;
}

function applied(name: string, argument: string): string {
  return /^[([{|]/.test(argument) ? name + argument : `${name} ${argument}`;
}

function marked(base: string, mark: string): string {
  const text = base.trim();
  return (text.length <= 1 ? text + mark : grouped(text) + mark).normalize("NFC");
}

const isOn = (value: string | undefined): boolean => value !== undefined && !IS_OFF.test(value);

function newFrame(name: string): Frame {
  return { name, text: "", isMatrix: false, parts: [], rows: [], properties: new Map() };
}
