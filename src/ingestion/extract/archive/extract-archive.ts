import { ExtractionError } from "../../../domain/extraction-error.ts";
import { runCooperatively } from "../../../text/run-cooperatively.ts";
import { counted } from "../counted.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { type ArchiveEntry, unpackableEntries } from "./archive-entry.ts";
import { zipEntries } from "./zip-entries.ts";

/**
 * Extracts the list of files in a ZIP archive as text.
 * @throws ExtractionError if no file can be unpacked
 */
export async function extractArchive(bytes: Uint8Array): Promise<ExtractedText> {
  const entries = await runCooperatively(zipEntries(bytes));
  const refused = entries.find(({ rejection }) => rejection !== null);
  const count = unpackableEntries(entries).length;
  if (count === 0) throw new ExtractionError(refused === undefined ? EMPTY : reasonOf(entries, refused));
  const text = `${[`Files in this archive: ${entries.length}.`, entries.map(lineOf).join("\n")].join("\n\n")}\n`;
  const left = entries.length - count;
  const note =
    left === 0
      ? ""
      : `${left.toLocaleString("en")} of ${counted(entries.length, "file")} ${left === 1 ? "is" : "are"} not unpacked; the text says why.`;
  return { text, pages: [], title: "", strategy: "archive", form: "spelled", entryCount: count, note };
}

const EMPTY = "This archive has no files. Pack it again with its content, and upload that.";

function reasonOf(entries: readonly ArchiveEntry[], { path, rejection }: ArchiveEntry): string {
  if (entries.every((entry) => entry.rejection === rejection) && rejection === "it is encrypted") {
    return "This archive is encrypted and cannot be read. Upload it without a password.";
  }
  return `The service cannot unpack any file of this archive. It rejects ${path}, because ${rejection ?? ""}. Unpack the archive and upload its files.`;
}

function lineOf({ path, size, rejection }: ArchiveEntry): string {
  const said = `- ${path} (${size.toLocaleString("en")} bytes)`;
  return rejection === null ? said : `${said}: not unpacked, because ${rejection}`;
}
