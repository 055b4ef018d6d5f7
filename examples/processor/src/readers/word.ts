import { access } from "node:fs/promises";
import { join } from "node:path";
import { type Artifacts, type Source, Unreadable } from "../artifacts.ts";
import { runTool, ToolFailed } from "../tools/run-tool.ts";
import { convert, notWritten } from "./convert.ts";
import { paginated } from "./paginated.ts";
import { containsWords } from "./recognize-text.ts";
import { readText } from "../tools/read-text.ts";
import type { ReaderContext } from "./reader.ts";

/**
 * Converts to Markdown, which keeps headings, lists and tables for the service's quotes. Page breaks are
 * LibreOffice's and may differ from Word's.
 */
export async function readWord(source: Source, work: ReaderContext): Promise<Artifacts> {
  await convert(source, "docx", work);
  const path = join(work.limits.folder, "source.docx");
  await access(path).catch((cause: unknown) => {
    throw notWritten(cause);
  });
  const markdown = await pandoc(path, "gfm", work);
  if (!containsWords(markdown)) throw new Unreadable("This document holds no text.");
  const html = await pandoc(path, "html", work);
  const pages = await pagesOf(source, work);
  return { markdown: pages.some(containsWords) ? paginated(markdown, pages) : markdown, html };
}

/** The text of each page; [] if LibreOffice cannot render it. */
async function pagesOf(source: Source, work: ReaderContext): Promise<string[]> {
  const { folder } = work.limits;
  const path = join(folder, "pages.txt");
  try {
    await convert(source, "pdf", work);
    await runTool("pdftotext", ["-enc", "UTF-8", join(folder, "source.pdf"), path], work.limits);
    return (await readText(path)).replace(/\f$/, "").split("\f");
  } catch (error) {
    if (error instanceof Unreadable || error instanceof ToolFailed) return [];
    throw error;
  }
}

/** Runs pandoc with `--sandbox`, so that it accesses only the given file. */
async function pandoc(path: string, format: string, { limits: bounds }: ReaderContext): Promise<string> {
  const written = join(bounds.folder, `written.${format}`);
  await runTool(
    "pandoc",
    ["--sandbox", "--from=docx", `--to=${format}`, "--wrap=none", `--output=${written}`, path],
    bounds,
  );
  return await readText(written);
}
