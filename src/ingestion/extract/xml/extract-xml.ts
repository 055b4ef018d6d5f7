import { ExtractionError } from "../../../domain/extraction-error.ts";
import type { LocatedSpan } from "../../../domain/locator.ts";
import { runToCompletion } from "../../../text/cooperative-task.ts";
import { TextBuilder } from "../text-builder.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { PathLines } from "../json/path-lines.ts";
import { hasCarriageReturnLineEnds } from "../line-mapped-text.ts";
import { unchangedText, wholeLineText } from "../text/plain-text.ts";
import { MAX_STRUCTURED_CHARS } from "../text/max-structured-chars.ts";
import { readXml, type XmlAttributes, type XmlReader } from "./read-xml.ts";

const DECLARATION = /^\s{0,200}<\?xml[^>]{0,400}\?>/;
/** Maximum number of spans. Text after the last span gets no locator. */
const MAX_SPANS = 250_000;
const ATTRIBUTES_OF_NAMESPACES = /^xmlns(?::|$)/;

/**
 * Extracts XML by its elements. Data becomes paths and values, one line per record as for JSON, and prose
 * becomes paragraphs. Each value and each part of a paragraph has its line. Invalid XML, XML with a document
 * type, and very long files stay unchanged.
 * @throws ExtractionError if there is no text
 */
export function extractXml(text: string): ExtractedText {
  if (text.length > MAX_STRUCTURED_CHARS) return wholeLineText(text);
  try {
    // Replaces the declaration except for its line ends, so that line numbers stay correct.
    const bytes = new TextEncoder().encode(
      text.replace(DECLARATION, (declaration) => declaration.replace(/[^\n]/g, "")),
    );
    const inline = new InlineNames();
    read(bytes, inline);
    const out = inline.isProse ? new ProseOfXml(inline.names) : new DataOfXml();
    read(bytes, out);
    const made = out.written(!hasCarriageReturnLineEnds(text));
    return made.text === ""
      ? unchangedText(text)
      : { ...made, pages: [], title: "", strategy: "xml", form: inline.isProse ? "plain" : "spelled" };
  } catch (error) {
    if (error instanceof ExtractionError) return unchangedText(text);
    throw error;
  }
}

function read(bytes: Uint8Array, reader: XmlReader): void {
  runToCompletion(readXml([bytes], reader, { doctype: true }));
}

/**
 * Collects the names of elements that stand amid text. Prose has such elements, and more text than
 * attributes.
 */
class InlineNames implements XmlReader {
  readonly names = new Set<string>();
  #textChars = 0;
  #attributeChars = 0;
  readonly #open: { hasText: boolean; children: Set<string> }[] = [];

  get isProse(): boolean {
    return this.names.size > 0 && this.#textChars >= this.#attributeChars;
  }

  open(name: string, attributes: XmlAttributes): void {
    for (const [key, value] of attributes.entries())
      if (!ATTRIBUTES_OF_NAMESPACES.test(key)) this.#attributeChars += value.length;
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
  readonly #text = new TextBuilder();
  readonly #spans: LocatedSpan[] = [];
  readonly #inline: ReadonlySet<string>;
  #isApart = true;

  constructor(inline: ReadonlySet<string>) {
    this.#inline = inline;
  }

  open(name: string): void {
    this.#break(name);
  }

  text(text: string, line: number): void {
    for (const [at, part] of text.split("\n").entries()) {
      const start = this.#text.add(at === 0 ? part : `\n${part}`);
      if (start !== null) this.#stand(start, line + at);
    }
  }

  close(name: string): void {
    this.#break(name);
  }

  written(hasLines: boolean): { readonly text: string; readonly spans: readonly LocatedSpan[] } {
    return { text: this.#text.toString(), spans: hasLines ? this.#spans : [] };
  }

  #break(name: string): void {
    if (this.#inline.has(name)) return;
    this.#text.break("block");
    this.#isApart = true;
  }

  /** Begins a span. Line ends within a span are counted, so a span ends with its paragraph. */
  #stand(start: number, line: number): void {
    const last = this.#spans.at(-1);
    const end = this.#text.length;
    const isSame = last?.locator.kind === "line" && last.locator.line === line && !this.#isApart;
    if (isSame) this.#spans[this.#spans.length - 1] = { ...last, end };
    else if (this.#spans.length < MAX_SPANS)
      this.#spans.push({ start, end, locator: { kind: "line", line } });
    this.#isApart = false;
  }
}

interface OpenElement {
  readonly name: string;
  readonly line: number;
  readonly counts: Map<string, number>;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  text: string;
  isContainer: boolean;
}

class DataOfXml implements XmlReader {
  readonly #lines = new PathLines();
  readonly #open: OpenElement[] = [];

  open(name: string, attributes: XmlAttributes, line: number): void {
    const around = this.#open.at(-1);
    if (around !== undefined) this.#begin(around);
    const nth = (around?.counts.get(name) ?? 0) + 1;
    around?.counts.set(name, nth);
    const said = [...attributes.entries()].filter(([key]) => !ATTRIBUTES_OF_NAMESPACES.test(key));
    this.#open.push({
      name: nth === 1 ? name : `${name}[${nth}]`,
      line,
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
    const { attributes, name, line } = element;
    if (!element.isContainer && text === "" && attributes.length > 0) this.#begin(element);
    if (element.isContainer) {
      if (text !== "") this.#lines.value("text", text, line);
      this.#lines.end();
    } else if (text !== "") {
      const said = attributes.map(([key, value]) => `${key}: ${value}`).join(", ");
      this.#lines.value(name, said === "" ? text : `${text} (${said})`, line);
    }
    this.#open.pop();
  }

  written(hasLines: boolean): ReturnType<PathLines["written"]> {
    return this.#lines.written(hasLines);
  }

  #begin(element: OpenElement): void {
    if (element.isContainer) return;
    element.isContainer = true;
    this.#lines.begin(this.#open.length === 1 ? "" : element.name, false, element.line);
    for (const [name, value] of element.attributes) this.#lines.value(name, value, element.line);
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
