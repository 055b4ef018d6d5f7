import PostalMime, { type Attachment } from "postal-mime";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import { decodeHeaderFields } from "./decode-header-fields.ts";
import { decodePart, type Choice, mailParts, type MailPart, unfolded } from "./mail-parts.ts";
import { asTextMessage } from "./as-text-message.ts";
import { readTnef, type TnefMessage } from "./tnef/read-tnef.ts";
import { mailToUtf8 } from "./mail-to-utf8.ts";

/** A part of a message that a reader of the message sees. */
export type MessagePiece =
  /** Beginning of a forwarded message. */
  | { readonly kind: "message"; readonly fields: Uint8Array; readonly choices: readonly Choice[] }
  | {
      readonly kind: "text";
      readonly part: MailPart;
      readonly type: string;
      readonly charset: string | null;
      readonly choices: readonly Choice[];
    }
  | { readonly kind: "tnef"; readonly tnef: TnefMessage; readonly choices: readonly Choice[] }
  | ({ readonly kind: "attached" } & AttachedFile);

export interface AttachedFile {
  readonly filename: string | null;
  readonly mimeType: string;
  readonly isEmpty: boolean;
  readonly bytes: () => Uint8Array;
}

const MAX_PARTS = 2_000;
const MAX_MESSAGES = 100;
/** Maximum number of `winmail.dat` files in one message, including nested ones. */
const MAX_TNEF = 20;
const CONTENT_TYPE = /^content-type:[ \t]*([^\r\n]*)/im;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*["']?([^\s"';]{1,60})/i;
const ATTACHED = /^content-disposition:[ \t]*attachment/im;
const ENCODED = /^content-transfer-encoding:[ \t]*(?:base64|quoted-printable)/im;
const TNEF_TYPE = /^application\/(?:vnd\.)?ms-tnef$/i;
const TNEF_NAME = /^winmail\.dat$/i;
const EMPTY_LINES = new TextEncoder().encode("\r\n\r\n");
const TOO_LONG =
  "This message has too many parts. Save it as PDF or text in your mail program, and upload that.";
const TOO_DEEP =
  "The service could not read this message, because its parts nest too deeply. Open it in your mail program, save it again as .eml, and upload that.";

/** @throws ExtractionError if the message has too many or too deeply nested parts */
export async function messagePieces(bytes: Uint8Array): Promise<MessagePiece[]> {
  const { bytes: message, isUnicode } = mailToUtf8(bytes);
  const parts = mailParts(asTextMessage(message), MAX_PARTS);
  if (parts.length >= MAX_PARTS || parts.filter(({ isMessage }) => isMessage).length > MAX_MESSAGES)
    throw new ExtractionError(TOO_LONG);
  const pieces: MessagePiece[] = [];
  for (const part of parts) pieces.push(...(await piecesOf(part, isUnicode)));
  return pieces;
}

async function piecesOf(part: MailPart, isUnicode: boolean): Promise<readonly MessagePiece[]> {
  const { choices, fields } = part;
  if (part.isMessage) return [{ kind: "message", fields, choices }];
  const said = unfolded(fields);
  const declared = CONTENT_TYPE.exec(said)?.[1] ?? "";
  const type = /^[^\s;]{1,250}/.exec(declared)?.[0].toLowerCase() ?? "text/plain";
  if (/^multipart\/.{0,500};[ \t]*boundary[ \t]*=/i.test(declared)) throw new ExtractionError(TOO_DEEP);
  if (isShown(type) && !ATTACHED.test(said)) {
    // If the bytes were converted to UTF-8, the declared charset no longer applies.
    const charset = isUnicode && !ENCODED.test(said) ? "utf-8" : (CHARSET.exec(declared)?.[1] ?? null);
    return [{ kind: "text", part, type, charset, choices }];
  }
  if (part.isRelated && !ATTACHED.test(said)) return [];
  const attachment = said === "" ? null : await attachmentOf(fields);
  if (attachment === null) return [];
  const { filename, mimeType } = attachment;
  const tnef =
    TNEF_TYPE.test(type) || TNEF_NAME.test(filename ?? "") ? tnefPieces(decodePart(part), choices) : null;
  return (
    tnef ?? [
      {
        kind: "attached",
        filename,
        mimeType,
        isEmpty: part.body.length === 0,
        bytes: () => decodePart(part),
      },
    ]
  );
}

const isShown = (type: string): boolean =>
  type === "text/plain" || type === "text/html" || type.startsWith("multipart/") || type === "text";

/** Returns the text and the files of a `winmail.dat`; null if the bytes are not in that format. */
function tnefPieces(bytes: Uint8Array, choices: readonly Choice[]): MessagePiece[] | null {
  const waiting = [bytes];
  const pieces: MessagePiece[] = [];
  for (const [nth, each] of waiting.entries()) {
    const tnef = readTnef(each);
    if (tnef === null) continue;
    pieces.push({ kind: "tnef", tnef, choices });
    for (const { name, mimeType, bytes: held, isMessage } of tnef.attachments) {
      if (isMessage && waiting.length < MAX_TNEF) waiting.push(held);
      else
        pieces.push({
          kind: "attached",
          filename: name || null,
          mimeType: mimeType || "application/octet-stream",
          isEmpty: held.length === 0,
          bytes: () => held,
        });
    }
    if (nth === 0 && pieces.length === 0) return null;
  }
  return pieces.length === 0 ? null : pieces;
}

/**
 * Reads the file name with the message parser, because names have several encodings (RFC 2047, RFC 2231).
 * Passes the fields without the body.
 */
async function attachmentOf(fields: Uint8Array): Promise<Attachment | null> {
  const said = decodeHeaderFields(fields);
  const empty = new Uint8Array(said.length + EMPTY_LINES.length);
  empty.set(said);
  empty.set(EMPTY_LINES, said.length);
  try {
    const { attachments } = await PostalMime.parse(empty, {
      attachmentEncoding: "arraybuffer",
      forceRfc822Attachments: true,
    });
    return attachments[0] ?? null;
  } catch {
    return null;
  }
}
