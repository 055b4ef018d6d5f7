import { inSlices } from "../../text/in-slices.ts";
import { type Member, unpacked } from "./archive/member.ts";
import type { ExtractTextInput } from "./extract-text.ts";
import { kindOf } from "./kind-of.ts";

/**
 * Lists the files in an archive or message that become assets, in the same order and number as in its text.
 * @throws ExtractionError
 */
export async function listMembers(input: ExtractTextInput): Promise<readonly Member[]> {
  switch ((await kindOf(input)).kind) {
    case "archive":
      return unpacked(await inSlices((await import("./archive/zip-members.ts")).zipMembers(input.bytes)));
    case "mail":
      return await (await import("./mail/mail-members.ts")).mailMembers(input.bytes);
    case "mbox":
      return await (await import("./mail/mail-members.ts")).mboxMembers(input.bytes);
    default:
      return [];
  }
}
