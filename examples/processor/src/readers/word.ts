import { access } from "node:fs/promises";
import { join } from "node:path";
import { type Artifacts, type Source, Unreadable } from "../reading.ts";
import { runTool } from "../tools/run-tool.ts";
import { convert, notWritten } from "./convert.ts";
import { holdsText } from "./recognise.ts";
import { readText } from "../tools/read-text.ts";
import type { Work } from "./reader.ts";

/** Headings, lists and tables stay: the service quotes from the Markdown. */
export async function readWord(source: Source, work: Work): Promise<Artifacts> {
  await convert(source, "docx", work);
  const path = join(work.bounds.folder, "source.docx");
  await access(path).catch((cause: unknown) => {
    throw notWritten(cause);
  });
  const markdown = await pandoc(path, "gfm", work);
  if (!holdsText(markdown)) throw new Unreadable("This document holds no text.");
  return { markdown, html: await pandoc(path, "html", work) };
}

/** Pandoc reads and writes nothing but what it is given (`--sandbox`). */
async function pandoc(path: string, format: string, { bounds }: Work): Promise<string> {
  const written = join(bounds.folder, `written.${format}`);
  await runTool("pandoc", ["--sandbox", "--from=docx", `--to=${format}`, "--wrap=none", `--output=${written}`, path], bounds);
  return await readText(written);
}
