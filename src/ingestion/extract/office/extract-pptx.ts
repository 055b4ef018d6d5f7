import { damaged, holdsNoText } from "../refusals.ts";
import { inSlices } from "../../../text/in-slices.ts";
import type { Steps } from "../../../text/steps.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { ZipArchive } from "../zip/zip-archive.ts";
import { Drawings } from "./drawings.ts";
import { OfficeText } from "./office-text.ts";
import { PackageParts } from "./package-parts.ts";
import { SlideStory } from "./slide-story.ts";

/**
 * The text of a presentation, slide by slide in the order in which they are shown: title, text, tables, charts and diagrams, then the notes.
 * @throws ExtractionError when it is damaged, too large, or holds no text
 */
export async function extractPptx(bytes: Uint8Array): Promise<ExtractedText> {
  const parts = new PackageParts(new ZipArchive(bytes));
  const { text, title } = await inSlices(readPptx(parts));
  const written = text.toString();
  if (written === "") throw holdsNoText("presentation");
  return { text: written, pages: [], spans: text.spans, title, strategy: "pptx", form: "spelled" };
}

function* readPptx(parts: PackageParts): Steps<{ text: OfficeText; title: string }> {
  const main = yield* parts.mainPart("ppt/presentation.xml");
  if (parts.find(main) === null) throw damaged("it holds no presentation");
  const related = new Map((yield* parts.relationships(main)).map(({ id, target }) => [id, target]));
  const slides: string[] = [];
  yield* parts.read(main, {
    open: (name, attributes) => {
      const target = name === "sldId" ? related.get(attributes.prefixed("id") ?? "") : undefined;
      if (target !== undefined) slides.push(target);
    },
  });
  const text = new OfficeText();
  // A slide is read once, however often it is named.
  for (const [at, slide] of [...new Set(slides)].entries()) {
    text.place({ kind: "slide", slide: at + 1 });
    yield* readSlide(parts, slide, text);
  }
  return { text, title: yield* parts.title() };
}

function* readSlide(parts: PackageParts, slide: string, text: OfficeText): Steps<void> {
  const related = yield* parts.relationships(slide);
  const drawings = yield* Drawings.read(parts, related);
  const story = new SlideStory(drawings);
  yield* parts.read(slide, story);
  for (const block of [...story.titles, ...story.blocks, ...drawings.rest]) text.add(block);
  for (const { target } of related.filter(({ kind }) => kind === "notesSlide")) {
    const notes = new SlideStory(null);
    yield* parts.read(target, notes);
    // Notes are no list, though their placeholder is that of one.
    for (const block of notes.blocks)
      text.add(block.kind === "item" && block.marker === "-" ? { kind: "paragraph", text: block.text } : block);
  }
}
