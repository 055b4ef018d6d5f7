import { ExtractionError } from "../../../domain/extraction-error.ts";
import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import { readXml } from "../xml/read-xml.ts";
import type { ZipArchive } from "../zip/zip-archive.ts";
import { resolvePart } from "./package-parts.ts";

/**
 * Returns chapter titles by file from a book's table of contents: the first title of each file. Returns none
 * if the table cannot be read.
 */
export function* chapterTitles(zip: ZipArchive, contents: string): CooperativeTask<Map<string, string>> {
  const titles = new Map<string, string>();
  const folder = contents.slice(0, contents.lastIndexOf("/") + 1);
  let label = "";
  let target = "";
  let isLabel = false;
  const named = (): void => {
    const member = resolvePart(folder, target.split("#", 1)[0] ?? "");
    const title = label.replace(/\s+/g, " ").trim();
    if (title !== "" && !titles.has(member)) titles.set(member, title);
  };
  const reader = {
    // EPUB 3 has <a href>title</a>. EPUB 2 has <navLabel><text>title</text></navLabel><content src/>.
    open: (name: string, attributes: { get(name: string): string | undefined }): void => {
      if (name === "a" || name === "navLabel") [label, isLabel] = ["", true];
      if (name === "a") target = attributes.get("href") ?? "";
      if (name !== "content") return;
      target = attributes.get("src") ?? "";
      named();
    },
    text: (text: string): void => {
      if (isLabel) label += text;
    },
    close: (name: string): void => {
      if (name === "a" || name === "navLabel") isLabel = false;
      if (name === "a") named();
    },
  };
  try {
    yield* readXml(zip.pieces(contents), reader, { doctype: true });
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
  }
  return titles;
}
