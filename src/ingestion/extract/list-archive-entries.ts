import { runCooperatively } from "../../text/run-cooperatively.ts";
import { type ArchiveEntry, unpackableEntries } from "./archive/archive-entry.ts";
import type { ExtractTextInput } from "./extract-text.ts";
import { detectKind } from "./detect-kind.ts";

/**
 * Lists the files in an archive or message that become assets, in the same order and number as in the
 * extracted text.
 * @throws ExtractionError
 */
export async function listArchiveEntries(input: ExtractTextInput): Promise<readonly ArchiveEntry[]> {
  switch ((await detectKind(input)).kind) {
    case "archive":
      return unpackableEntries(
        await runCooperatively((await import("./archive/zip-entries.ts")).zipEntries(input.bytes)),
      );
    case "mail":
      return await (await import("./mail/mail-attachments.ts")).mailAttachments(input.bytes);
    case "mbox":
      return await (await import("./mail/mail-attachments.ts")).mboxAttachments(input.bytes);
    default:
      return [];
  }
}
