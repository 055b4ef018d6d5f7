import { damaged, holdsNoText } from "../refusals.ts";
import { inSlices } from "../../../text/in-slices.ts";
import type { Steps } from "../../../text/steps.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { ZipArchive } from "../zip/zip-archive.ts";
import { DocxLists } from "./docx-lists.ts";
import { type DocxContext, DocxStory } from "./docx-story.ts";
import { DocxStyles } from "./docx-styles.ts";
import { Drawings } from "./drawings.ts";
import { BlockList, type OfficeBlock, OfficeText } from "./office-text.ts";
import { PackageParts, type Relationship } from "./package-parts.ts";

/**
 * The text of a Word document: headings, lists and tables as in Markdown, notes, charts and diagrams behind the paragraph that they
 * hang on. What was deleted
 * with changes tracked, headers and footers are left out.
 * @throws ExtractionError when it is damaged, too large, or holds no text
 */
export async function extractDocx(bytes: Uint8Array): Promise<ExtractedText> {
  const { text, title } = await inSlices(readDocx(new PackageParts(new ZipArchive(bytes))));
  if (text === "") throw holdsNoText("document");
  return { text, pages: [], title, strategy: "docx", form: "spelled" };
}

function* readDocx(parts: PackageParts): Steps<{ text: string; title: string }> {
  const main = yield* parts.mainPart("word/document.xml");
  if (parts.find(main) === null) throw damaged("it holds no document");
  const related = yield* parts.relationships(main);
  const styles = yield* DocxStyles.read(parts, targetOf(related, "styles"));
  const lists = yield* DocxLists.read(parts, targetOf(related, "numbering"));
  const within: DocxContext = { styles, lists, drawings: null, note: () => [] };
  const notes = {
    footnote: yield* readNotes(parts, targetOf(related, "footnotes"), "footnote", within),
    endnote: yield* readNotes(parts, targetOf(related, "endnotes"), "endnote", within),
  };
  const drawings = yield* Drawings.read(parts, related);
  const text = new OfficeText();
  yield* parts.read(main, new DocxStory({ styles, lists, drawings, note: (kind, id) => takeNote(notes[kind], id) }, text));
  return { text: text.toString(), title: yield* parts.title() };
}

function targetOf(related: readonly Relationship[], kind: string): string | null {
  return related.find((relationship) => relationship.kind === kind)?.target ?? null;
}

/** A note is told once, however often it is referred to: so a text grows by no more than its notes. */
function takeNote(notes: Map<string, readonly OfficeBlock[]>, id: string): readonly OfficeBlock[] {
  const blocks = notes.get(id) ?? [];
  notes.delete(id);
  return blocks;
}

/** The notes of a part by their ids. */
function* readNotes(
  parts: PackageParts,
  part: string | null,
  element: string,
  context: DocxContext,
): Steps<Map<string, readonly OfficeBlock[]>> {
  const notes = new Map<string, readonly OfficeBlock[]>();
  let story: DocxStory | null = null;
  yield* parts.read(part, {
    open: (name, attributes) => {
      if (name !== element) return story?.open(name, attributes);
      const note = new BlockList();
      // Separators between text and notes have a type.
      if (attributes.get("type") === undefined) notes.set(attributes.get("id") ?? "", note.blocks);
      story = new DocxStory(context, note);
    },
    text: (text) => story?.text(text),
    close: (name) => {
      if (name === element) story = null;
      else story?.close(name);
    },
  });
  return notes;
}
