import { damagedError, noTextError } from "../extraction-errors.ts";
import { runCooperatively } from "../../../text/run-cooperatively.ts";
import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import { composeNote } from "../compose-note.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { ZipArchive } from "../zip/zip-archive.ts";
import { type DocxChunks, readChunk } from "./docx-chunks.ts";
import { DocxLists } from "./docx-lists.ts";
import { type DocxContext, DocxReader } from "./docx-reader.ts";
import { DocxStyles } from "./docx-styles.ts";
import { Drawings } from "./drawings.ts";
import { leftOut } from "../left-out.ts";
import { BlockList, type OfficeBlock, OfficeText } from "./office-text.ts";
import { PackageParts, type Relationship } from "./package-parts.ts";

const MAX_CHUNKS = 50;
const EMBEDDED = new Set(["oleObject", "package"]);

/**
 * Extracts a Word document: headings, lists and tables as Markdown, notes, charts and diagrams after their
 * paragraph, and embedded documents in place. Skips tracked deletions, headers and footers.
 * @throws ExtractionError if the document is damaged, too large, or has no text
 */
export async function extractDocx(bytes: Uint8Array): Promise<ExtractedText> {
  const { text, title, note } = await readDocument(bytes, true);
  if (text === "") throw noTextError("document");
  return { text, pages: [], title, strategy: "docx", form: "spelled", note };
}

interface DocxReading {
  readonly text: string;
  readonly title: string;
  readonly note: string;
}

/** @param isWhole false for an embedded document, whose own embedded documents are not read */
async function readDocument(bytes: Uint8Array, isWhole: boolean): Promise<DocxReading> {
  const parts = new PackageParts(new ZipArchive(bytes));
  const main = await runCooperatively(parts.mainPart("word/document.xml"));
  if (parts.find(main) === null) throw damagedError("it holds no document");
  const related = await runCooperatively(parts.relationships(main));
  const found = related.filter(({ kind }) => kind === "aFChunk");
  const chunks: DocxChunks = new Map();
  let unread = isWhole ? Math.max(0, found.length - MAX_CHUNKS) : found.length;
  for (const { id, target } of isWhole ? found.slice(0, MAX_CHUNKS) : []) {
    const name = parts.find(target);
    const inner = async (chunk: Uint8Array): Promise<string> => (await readDocument(chunk, false)).text;
    const blocks =
      name === null ? null : await readChunk(name, await runCooperatively(parts.zip.bytesOf(name)), inner);
    if (blocks === null) unread += 1;
    else chunks.set(id, blocks);
  }
  const reading = await runCooperatively(readDocx(parts, main, related, chunks));
  return { ...reading, note: composeNote([leftOut(unread, "imported document"), reading.note]) };
}

function* readDocx(
  parts: PackageParts,
  main: string,
  related: readonly Relationship[],
  chunks: DocxChunks,
): CooperativeTask<DocxReading> {
  const styles = yield* DocxStyles.read(parts, targetOf(related, "styles"));
  const lists = yield* DocxLists.read(parts, targetOf(related, "numbering"));
  const within: DocxContext = { styles, lists, drawings: null, note: () => [], chunk: () => [] };
  const notes = {
    footnote: yield* readNotes(parts, targetOf(related, "footnotes"), "footnote", within),
    endnote: yield* readNotes(parts, targetOf(related, "endnotes"), "endnote", within),
  };
  const drawings = yield* Drawings.read(parts, related);
  const text = new OfficeText();
  const context: DocxContext = {
    styles,
    lists,
    drawings,
    note: (kind, id) => takeOnce(notes[kind], id),
    chunk: (id) => takeOnce(chunks, id),
  };
  const reader = new DocxReader(context, text);
  yield* parts.read(main, reader);
  reader.end();
  const comments = yield* countElements(parts, targetOf(related, "comments"), "comment");
  const embedded = related.filter(({ kind }) => EMBEDDED.has(kind)).length;
  const note = composeNote([
    leftOut(embedded, "embedded file"),
    leftOut(comments, "comment"),
    leftOut(reader.hidden, "hidden text"),
  ]);
  return { text: text.toString(), title: yield* parts.title(), note };
}

function* countElements(parts: PackageParts, part: string | null, element: string): CooperativeTask<number> {
  let count = 0;
  yield* parts.read(part, { open: (name) => void (count += name === element ? 1 : 0) });
  return count;
}

function targetOf(related: readonly Relationship[], kind: string): string | null {
  return related.find((relationship) => relationship.kind === kind)?.target ?? null;
}

/**
 * Returns a note or embedded document only for its first reference, so that repeated references cannot
 * multiply the text.
 */
function takeOnce(notes: Map<string, readonly OfficeBlock[]>, id: string): readonly OfficeBlock[] {
  const blocks = notes.get(id) ?? [];
  notes.delete(id);
  return blocks;
}

/** Reads notes by id. */
function* readNotes(
  parts: PackageParts,
  part: string | null,
  element: string,
  context: DocxContext,
): CooperativeTask<Map<string, readonly OfficeBlock[]>> {
  const notes = new Map<string, readonly OfficeBlock[]>();
  let reader: DocxReader | null = null;
  yield* parts.read(part, {
    open: (name, attributes) => {
      if (name !== element) return reader?.open(name, attributes);
      const note = new BlockList();
      // Skips separator notes, which have a type.
      if (attributes.get("type") === undefined) notes.set(attributes.get("id") ?? "", note.blocks);
      reader = new DocxReader(context, note);
    },
    text: (text) => reader?.text(text),
    close: (name) => {
      if (name !== element) return reader?.close(name);
      reader?.end();
      reader = null;
    },
  });
  return notes;
}
