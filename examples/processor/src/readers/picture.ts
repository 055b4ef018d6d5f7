import { type Artifacts, type Source, Unreadable } from "../artifacts.ts";
import { ToolFailed } from "../tools/run-tool.ts";
import { inParts } from "./parts.ts";
import { containsWords, recognizeText } from "./recognize-text.ts";
import type { ReaderContext } from "./reader.ts";

const NOT_A_PICTURE = "This picture cannot be opened. Save it as PNG or JPEG, and upload that.";
const NO_TEXT =
  "The processor recognized no text in this picture. A sharper or larger one may help: about 300 dots an inch.";

/** Recognizes each page of an image; a TIFF may have several. */
export async function readPicture(source: Source, work: ReaderContext): Promise<Artifacts> {
  const pages = await recognizeText(source.path, work).catch((cause: unknown) => {
    throw cause instanceof ToolFailed ? new Unreadable(NOT_A_PICTURE, { cause }) : cause;
  });
  if (!pages.some(containsWords)) throw new Unreadable(NO_TEXT);
  return { text: pages.length === 1 ? (pages[0] ?? "") : inParts(pages) };
}
