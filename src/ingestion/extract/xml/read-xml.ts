import { damagedError, SAVE_AGAIN } from "../extraction-errors.ts";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import type { CooperativeTask } from "../../../text/cooperative-task.ts";

/** Callbacks of the XML parser. Names have no prefix, because prefixes vary. */
export interface XmlReader {
  /** @param line on which the element begins, from 1; for the root element, the line on which its tag ends */
  open?(name: string, attributes: XmlAttributes, line: number): void;
  /**
   * Receives text with decoded entities. One text may arrive in several calls.
   * @param line on which the text begins
   */
  text?(text: string, line: number): void;
  close?(name: string): void;
}

export interface XmlOptions {
  /** Whether a document type is allowed. A document type with definitions is always rejected. */
  readonly doctype?: boolean;
  readonly maxDepth?: number;
}

/** Attributes of an element, found by their name without prefix. */
export class XmlAttributes {
  readonly #values: SaxesTagPlain["attributes"];

  constructor(values: SaxesTagPlain["attributes"]) {
    this.#values = values;
  }

  /** Finds an attribute: `val` also finds `w:val`. */
  get(name: string): string | undefined {
    const plain = this.#values[name];
    if (plain !== undefined) return plain;
    for (const key in this.#values) if (localName(key) === name) return this.#values[key];
    return undefined;
  }

  /** Yields all attributes by qualified name. */
  *entries(): Generator<readonly [name: string, value: string]> {
    for (const key in this.#values) yield [key, this.#values[key] ?? ""];
  }

  /** Finds only an attribute with a prefix: `r:id`, and not `id`. */
  prefixed(name: string): string | undefined {
    for (const key in this.#values)
      if (key.length > name.length && localName(key) === name) return this.#values[key];
    return undefined;
  }
}

const MAX_DEPTH = 256;
const WRITTEN_CHARS = 16 * 1024;
const DECLARED_ENCODING = /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/;

/**
 * Parses XML incrementally from its bytes. Resolves no external and no custom entities.
 * @throws ExtractionError if the XML is not well-formed, too deep, or has a forbidden document type; rethrows
 * errors of `reader`
 */
export function* readXml(
  pieces: Iterable<Uint8Array>,
  reader: XmlReader,
  options: XmlOptions = {},
): CooperativeTask<void> {
  const parser = parserFor(reader, options);
  let decoder: TextDecoder | null = null;
  for (const piece of pieces) {
    decoder ??= decoderOf(piece);
    const text = decoder.decode(piece, { stream: true });
    for (let at = 0; at < text.length; at += WRITTEN_CHARS) {
      parser.write(text.slice(at, at + WRITTEN_CHARS));
      yield;
    }
  }
  parser.write(decoder?.decode() ?? "");
  parser.close();
}

/** Passes every event to all readers. */
export function combineReaders(readers: readonly XmlReader[]): XmlReader {
  const [only] = readers;
  if (only !== undefined && readers.length === 1) return only;
  return {
    open: (name, attributes, line) => readers.forEach((reader) => reader.open?.(name, attributes, line)),
    text: (text, line) => readers.forEach((reader) => reader.text?.(text, line)),
    close: (name) => readers.forEach((reader) => reader.close?.(name)),
  };
}

function parserFor(reader: XmlReader, { doctype = false, maxDepth = MAX_DEPTH }: XmlOptions): SaxesParser {
  const parser = new SaxesParser();
  let depth = 0;
  // Each token begins on the line where the previous one ended.
  let line = 1;
  const isPassed = (): void => void ({ line } = parser);
  parser.on("error", (cause) => {
    throw damagedError("a part of it is no valid XML", { cause });
  });
  parser.on("doctype", (declared) => {
    if (!doctype || declared.includes("["))
      throw new ExtractionError(
        `This file has a document type definition, which the service does not read. ${SAVE_AGAIN}`,
      );
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (depth === 0) isPassed();
    depth += 1;
    if (depth > maxDepth)
      throw new ExtractionError(`This file is nested more than ${maxDepth} levels deep. ${SAVE_AGAIN}`);
    reader.open?.(localName(name), new XmlAttributes(attributes), line);
    isPassed();
  });
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    reader.close?.(localName(name));
    isPassed();
  });
  const text = (content: string): void => {
    reader.text?.(content, line);
    isPassed();
  };
  parser.on("text", text);
  parser.on("cdata", text);
  parser.on("comment", isPassed);
  parser.on("processinginstruction", isPassed);
  return parser;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Selects the decoder by the byte-order mark, otherwise by the declaration, otherwise UTF-8. */
function decoderOf(first: Uint8Array): TextDecoder {
  if (first[0] === 0xff && first[1] === 0xfe) return new TextDecoder("utf-16le");
  if (first[0] === 0xfe && first[1] === 0xff) return new TextDecoder("utf-16be");
  const head = new TextDecoder("latin1").decode(first.subarray(0, 256));
  const label = DECLARED_ENCODING.exec(head.replace(/^ï»¿/, ""))?.[1];
  try {
    // A declaration that is readable byte by byte cannot be UTF-16.
    return new TextDecoder(label === undefined || /^utf-?16/i.test(label) ? "utf-8" : label);
  } catch {
    return new TextDecoder();
  }
}
