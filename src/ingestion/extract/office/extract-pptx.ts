import { damagedError, noTextError } from "../extraction-errors.ts";
import { runCooperatively } from "../../../text/run-cooperatively.ts";
import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { ZipArchive } from "../zip/zip-archive.ts";
import { Drawings } from "./drawings.ts";
import { composeNote } from "../compose-note.ts";
import { leftOut } from "../left-out.ts";
import { OfficeText } from "./office-text.ts";
import { PackageParts } from "./package-parts.ts";
import { SlideReader } from "./slide-reader.ts";

const EMBEDDED = new Set(["oleObject", "package"]);
/** Comment elements: `cm`, and since 2021 also `reply` in threaded comments. */
const COMMENTS = new Set(["cm", "reply"]);

interface Unread {
  embedded: number;
  comments: number;
}

/**
 * Extracts a presentation, slide by slide in display order: title, text, tables, charts and diagrams, then
 * notes.
 * @throws ExtractionError if the presentation is damaged, too large, or has no text
 */
export async function extractPptx(bytes: Uint8Array): Promise<ExtractedText> {
  const parts = new PackageParts(new ZipArchive(bytes));
  const { text, title, note } = await runCooperatively(readPptx(parts));
  const written = text.toString();
  if (written === "") throw noTextError("presentation");
  return { text: written, pages: [], spans: text.spans, title, strategy: "pptx", form: "spelled", note };
}

function* readPptx(parts: PackageParts): CooperativeTask<{ text: OfficeText; title: string; note: string }> {
  const main = yield* parts.mainPart("ppt/presentation.xml");
  if (parts.find(main) === null) throw damagedError("it holds no presentation");
  const related = new Map((yield* parts.relationships(main)).map(({ id, target }) => [id, target]));
  const slides: string[] = [];
  yield* parts.read(main, {
    open: (name, attributes) => {
      const target = name === "sldId" ? related.get(attributes.prefixed("id") ?? "") : undefined;
      if (target !== undefined) slides.push(target);
    },
  });
  const text = new OfficeText();
  const unread: Unread = { embedded: 0, comments: 0 };
  // Reads a slide once even if the presentation lists it repeatedly.
  for (const [at, slide] of [...new Set(slides)].entries()) {
    text.setLocator({ kind: "slide", slide: at + 1 });
    yield* readSlide(parts, slide, text, unread);
  }
  const note = composeNote([leftOut(unread.embedded, "embedded file"), leftOut(unread.comments, "comment")]);
  return { text, title: yield* parts.title(), note };
}

function* readSlide(
  parts: PackageParts,
  slide: string,
  text: OfficeText,
  unread: Unread,
): CooperativeTask<void> {
  const related = yield* parts.relationships(slide);
  unread.embedded += related.filter(({ kind }) => EMBEDDED.has(kind)).length;
  for (const { target } of related.filter(({ kind }) => kind === "comments"))
    yield* parts.read(target, { open: (name) => void (unread.comments += COMMENTS.has(name) ? 1 : 0) });
  const drawings = yield* Drawings.read(parts, related);
  const reader = new SlideReader(drawings);
  yield* parts.read(slide, reader);
  for (const block of [...reader.titles, ...reader.blocks, ...drawings.rest]) text.add(block);
  for (const { target } of related.filter(({ kind }) => kind === "notesSlide")) {
    const notes = new SlideReader(null);
    yield* parts.read(target, notes);
    // Writes notes as paragraphs: they are no list, although their placeholder is a body.
    for (const block of notes.blocks)
      text.add(
        block.kind === "item" && block.marker === "-" ? { kind: "paragraph", text: block.text } : block,
      );
  }
}
