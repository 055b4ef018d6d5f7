import { join } from "node:path";
import { type Artifacts, type Source, Unreadable } from "../artifacts.ts";
import { runTool } from "../tools/run-tool.ts";
import { convert } from "./convert.ts";
import { inParts } from "./parts.ts";
import { pagesHtml } from "./pages-html.ts";
import { containsWords, tidyText } from "./recognize-text.ts";
import { readText } from "../tools/read-text.ts";
import type { ReaderContext } from "./reader.ts";

/** Converts slides to PDF with LibreOffice; each page is a slide. */
export async function readSlides(source: Source, work: ReaderContext): Promise<Artifacts> {
  await convert(source, "pdf", work);
  const { folder } = work.limits;
  const path = join(folder, "slides.txt");
  await runTool("pdftotext", ["-enc", "UTF-8", join(folder, "source.pdf"), path], work.limits);
  const slides = (await readText(path)).replace(/\f$/, "").split("\f").map(tidyText);
  if (!slides.some(containsWords)) throw new Unreadable("These slides hold no text.");
  return { text: inParts(slides), html: pagesHtml(slides, "slide") };
}
