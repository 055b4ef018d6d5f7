import { join } from "node:path";
import { type Artifacts, type Source, Unreadable } from "../artifacts.ts";
import { runTool, ToolFailed } from "../tools/run-tool.ts";
import { inParts } from "./parts.ts";
import { pagesHtml } from "./pages-html.ts";
import { containsWords, recognizeText, tidyText } from "./recognize-text.ts";
import { readText } from "../tools/read-text.ts";
import type { ReaderContext } from "./reader.ts";

/**
 * Length of the longer side: A4 at 300 dots per inch. It bounds the image of pages that claim to be larger.
 */
const PIXELS = 3_508;
const LOCKED = "This PDF is locked with a password. Save it without one, and upload that.";
const DAMAGED = "This PDF is damaged. Print it to a new PDF, and upload that.";
const NO_TEXT =
  "The processor recognized no text on the pages of this PDF. A sharper scan may help: about 300 dots an inch.";

/** Extracts the text of each page and recognizes the pages without text. */
export async function readPdf(source: Source, work: ReaderContext): Promise<Artifacts> {
  const count = await countPages(source, work);
  const { maxPages } = work.settings;
  if (count > maxPages)
    throw new Unreadable(
      `This PDF has ${count} pages, and at most ${maxPages} are read. Split it and upload the parts.`,
    );
  const pages: string[] = [];
  for (let page = 1; page <= count; page += 1) {
    work.reportProgress(`Reading page ${page} of ${count}.`);
    const text = await writtenText(source, page, work);
    pages.push(containsWords(text) ? text : await recognizedText(source, page, work));
  }
  if (!pages.some(containsWords)) throw new Unreadable(NO_TEXT);
  return { text: inParts(pages), html: pagesHtml(pages, "page") };
}

async function countPages(source: Source, { limits: bounds }: ReaderContext): Promise<number> {
  const said = await runTool("pdfinfo", [source.path], bounds).catch((cause: unknown) => {
    if (!(cause instanceof ToolFailed)) throw cause;
    throw new Unreadable(/password/i.test(cause.message) ? LOCKED : DAMAGED, { cause });
  });
  const count = Number(/^Pages:\s+(\d+)/m.exec(said)?.[1] ?? 0);
  if (count === 0) throw new Unreadable(DAMAGED);
  return count;
}

async function writtenText(source: Source, page: number, { limits: bounds }: ReaderContext): Promise<string> {
  const path = join(bounds.folder, "page.txt");
  try {
    await runTool(
      "pdftotext",
      ["-enc", "UTF-8", "-f", String(page), "-l", String(page), source.path, path],
      bounds,
    );
    return tidyText(await readText(path));
  } catch (error) {
    if (error instanceof ToolFailed) return "";
    throw error;
  }
}

async function recognizedText(source: Source, page: number, work: ReaderContext): Promise<string> {
  const number = String(page);
  try {
    const drawn = join(work.limits.folder, "page");
    await runTool(
      "pdftoppm",
      [
        "-gray",
        "-png",
        "-singlefile",
        "-scale-to",
        String(PIXELS),
        "-f",
        number,
        "-l",
        number,
        source.path,
        drawn,
      ],
      work.limits,
    );
    return (await recognizeText(`${drawn}.png`, work)).join("\n\n");
  } catch (error) {
    // One page that fails to render does not fail the others.
    if (error instanceof ToolFailed) return "";
    throw error;
  }
}
