import { ExtractionError } from "../../../domain/extraction-error.ts";
import { inSlices } from "../../../text/in-slices.ts";
import { counted } from "../counted.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { type Member, unpacked } from "./member.ts";
import { zipMembers } from "./zip-members.ts";

/**
 * Extracts the list of files in a ZIP archive as text.
 * @throws ExtractionError when no file can be unpacked
 */
export async function extractArchive(bytes: Uint8Array): Promise<ExtractedText> {
  const members = await inSlices(zipMembers(bytes));
  const refused = members.find(({ refusal }) => refusal !== null);
  const count = unpacked(members).length;
  if (count === 0) throw new ExtractionError(refused === undefined ? EMPTY : reasonOf(members, refused));
  const text = `${[`Files in this archive: ${members.length}.`, members.map(lineOf).join("\n")].join("\n\n")}\n`;
  const left = members.length - count;
  const note =
    left === 0
      ? ""
      : `${left.toLocaleString("en")} of ${counted(members.length, "file")} ${left === 1 ? "is" : "are"} not unpacked; the text says why.`;
  return { text, pages: [], title: "", strategy: "archive", form: "spelled", members: count, note };
}

const EMPTY = "This archive has no files. Pack it again with its content, and upload that.";

function reasonOf(members: readonly Member[], { path, refusal }: Member): string {
  if (members.every((member) => member.refusal === refusal) && refusal === "it is encrypted") {
    return "This archive is encrypted and cannot be read. Upload it without a password.";
  }
  return `The service cannot unpack any file of this archive. It rejects ${path}, because ${refusal ?? ""}. Unpack the archive and upload its files.`;
}

function lineOf({ path, size, refusal }: Member): string {
  const said = `- ${path} (${size.toLocaleString("en")} bytes)`;
  return refusal === null ? said : `${said}: not unpacked, because ${refusal}`;
}
