import { ExtractionError } from "../../../domain/extraction-error.ts";
import { atOnce } from "../../../text/steps.ts";
import { BlockText } from "../block-text.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { PathLines } from "../json/path-lines.ts";
import { asItStands } from "../text/plain-text.ts";
import { MAX_STRUCTURED_CHARS } from "../text/structured-limit.ts";
import { readXml, type XmlAttributes, type XmlReader } from "./read-xml.ts";

const DECLARATION = /^\s{0,200}<\?xml[^>]{0,400}\?>/;
const ATTRIBUTES_OF_NAMESPACES = /^xmlns(?::|$)/;

/**
 * XML by its elements: data as lines of paths and values, a record a line, as JSON is read; running text as paragraphs. What is no valid XML,
 * defines a document type, or is very long stays as it is.
 * @throws ExtractionError when there is no text
 */
export function extractXml(text: string): ExtractedText {
  if (text.length > MAX_STRUCTURED_CHARS) return asItStands(text);
  try {
    const bytes = new TextEncoder().encode(text.replace(DECLARATION, ""));
    const inline = new InlineNames();
    read(bytes, inline);
    const out = inline.isProse ? new ProseOfXml(inline.names) : new DataOfXml();
    read(bytes, out);
    const made = out.toString();
    return made === ""
      ? asItStands(text)
      : { text: made, pages: [], title: "", strategy: "xml", form: inline.isProse ? "plain" : "spelled" };
  } catch (error) {
    if (error instanceof ExtractionError) return asItStands(text);
    throw error;
  }
}

function read(bytes: Uint8Array, reader: XmlReader): void {
  atOnce(readXml([bytes], reader, { doctype: true }));
}

/** Finds the elements that stand amid text: running text has such, and it says more than its attributes. */
class InlineNames implements XmlReader {
  readonly names = new Set<string>();
  #textChars = 0;
  #attributeChars = 0;
  readonly #open: { hasText: boolean; children: Set<string> }[] = [];

  get isProse(): boolean {
    return this.names.size > 0 && this.#textChars >= this.#attributeChars;
  }

  open(name: string, attributes: XmlAttributes): void {
    for (const [key, value] of attributes.entries()) if (!ATTRIBUTES_OF_NAMESPACES.test(key)) this.#attributeChars += value.length;
    const around = this.#open.at(-1);
    around?.children.add(name);
    if (around?.hasText === true) this.names.add(name);
    this.#open.push({ hasText: false, children: new Set() });
  }

  text(text: string): void {
    const around = this.#open.at(-1);
    const chars = text.trim().length;
    this.#textChars += chars;
    if (around === undefined || around.hasText || chars === 0) return;
    around.hasText = true;
    for (const name of around.children) this.names.add(name);
  }

  close(): void {
    this.#open.pop();
  }
}

class ProseOfXml implements XmlReader {
  readonly #text = new BlockText();
  readonly #inline: ReadonlySet<string>;

  constructor(inline: ReadonlySet<string>) {
    this.#inline = inline;
  }

  open(name: string): void {
    if (!this.#inline.has(name)) this.#text.break("block");
  }

  text(text: string): void {
    this.#text.add(text);
  }

  close(name: string): void {
    if (!this.#inline.has(name)) this.#text.break("block");
  }

  toString(): string {
    return this.#text.toString();
  }
}

interface OpenElement {
  readonly name: string;
  readonly counts: Map<string, number>;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  text: string;
  isContainer: boolean;
}

class DataOfXml implements XmlReader {
  readonly #lines = new PathLines();
  readonly #open: OpenElement[] = [];

  open(name: string, attributes: XmlAttributes): void {
    const around = this.#open.at(-1);
    if (around !== undefined) this.#begin(around);
    const nth = (around?.counts.get(name) ?? 0) + 1;
    around?.counts.set(name, nth);
    const said = [...attributes.entries()].filter(([key]) => !ATTRIBUTES_OF_NAMESPACES.test(key));
    this.#open.push({
      name: nth === 1 ? name : `${name}[${nth}]`,
      counts: new Map(),
      attributes: said.map(([key, value]) => [key, oneLine(value)] as const),
      text: "",
      isContainer: false,
    });
  }

  text(text: string): void {
    const around = this.#open.at(-1);
    if (around !== undefined) around.text += text;
  }

  close(): void {
    const element = this.#open.at(-1);
    if (element === undefined) return;
    const text = oneLine(element.text);
    const { attributes, name } = element;
    if (!element.isContainer && text === "" && attributes.length > 0) this.#begin(element);
    if (element.isContainer) {
      if (text !== "") this.#lines.value("text", text);
      this.#lines.end();
    } else if (text !== "") {
      const said = attributes.map(([key, value]) => `${key}: ${value}`).join(", ");
      this.#lines.value(name, said === "" ? text : `${text} (${said})`);
    }
    this.#open.pop();
  }

  toString(): string {
    return this.#lines.toString();
  }

  #begin(element: OpenElement): void {
    if (element.isContainer) return;
    element.isContainer = true;
    this.#lines.begin(this.#open.length === 1 ? "" : element.name, false);
    for (const [name, value] of element.attributes) this.#lines.value(name, value);
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
