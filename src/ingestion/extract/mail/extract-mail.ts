import { ExtractionError } from "../../../domain/extraction-error.ts";
import { MAX_LOCATOR_NAME_CHARS } from "../../../domain/locator.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { fieldsFrom } from "./mail-parts.ts";
import { attachedFiles, MAX_ATTACHMENTS } from "./mail-attachments.ts";
import { mailNote, type LeftOut } from "./mail-note.ts";
import { mboxMessages } from "./mbox-messages.ts";
import { messageBody } from "./message-body.ts";
import { messageFields, NO_MAIL, oneLine } from "./message-fields.ts";
import { type AttachedFile, messagePieces } from "./message-pieces.ts";
import { mailToUtf8 } from "./mail-to-utf8.ts";

const MAX_NAMED = 100;
/** Limit of messages in one mailbox. A larger mailbox holds years of mail. */
const MAX_MESSAGES = 2_000;
const TOO_MANY = `This mailbox has more than ${MAX_MESSAGES.toLocaleString("en")} messages. Split it and upload the parts.`;

interface Message {
  readonly text: string;
  readonly title: string;
  readonly files: number;
  readonly left: LeftOut;
}

/**
 * Extracts a message (RFC 5322): header fields, text, and the names of attachments. The attachments become
 * assets of their own.
 * @throws ExtractionError
 */
export async function extractMail(bytes: Uint8Array): Promise<ExtractedText> {
  const message = await readMessage(bytes);
  return { ...mailText([message], 0), title: message.title, strategy: "mail" };
}

/**
 * Extracts the messages of a mailbox, each as one part. Skips unreadable messages.
 * @throws ExtractionError if no message can be read
 */
export async function extractMbox(bytes: Uint8Array): Promise<ExtractedText> {
  const read: Message[] = [];
  let failure: ExtractionError | null = null;
  let count = 0;
  for (const message of mboxMessages(mailToUtf8(bytes).bytes)) {
    count += 1;
    if (count > MAX_MESSAGES) throw new ExtractionError(TOO_MANY);
    try {
      read.push(await readMessage(message));
    } catch (error) {
      if (!(error instanceof ExtractionError)) throw error;
      failure = error;
    }
  }
  if (read.length === 0) throw failure ?? new ExtractionError(NO_MAIL);
  return { ...mailText(read, count - read.length), title: "", strategy: "mbox" };
}

/**
 * Joins the texts of messages and records their spans.
 * @param damaged number of unreadable messages in the mailbox
 */
function mailText(messages: readonly Message[], damaged: number) {
  let start = 0;
  const spans = messages.map(({ text, title }, at) => {
    const end = start + text.length;
    const name = title.slice(0, MAX_LOCATOR_NAME_CHARS).toWellFormed();
    const locator = { kind: "part", part: at + 1, ...(name === "" ? {} : { title: name }) } as const;
    const span = { start, end, locator };
    start = end + 1;
    return span;
  });
  const files = messages.reduce((sum, message) => sum + message.files, 0);
  const note = mailNote(
    messages.map(({ left }) => left),
    { damaged, files, most: MAX_ATTACHMENTS },
  );
  const text = messages.map((message) => message.text).join("\n");
  return {
    text,
    pages: [],
    spans,
    form: "spelled" as const,
    entryCount: Math.min(files, MAX_ATTACHMENTS),
    note,
  };
}

/** Extracts the header fields as a list, the text, and the names of attachments. Keeps quoted replies. */
async function readMessage(bytes: Uint8Array): Promise<Message> {
  const pieces = await messagePieces(bytes);
  const { list, subject } = await messageFields(fieldsFrom(mailToUtf8(bytes).bytes, 0));
  const { text: body, unread } = await messageBody(pieces);
  const attached = pieces.flatMap((piece) => (piece.kind === "attached" ? [piece] : []));
  const names = attached.slice(0, MAX_NAMED).map((file) => `- Attachment: ${nameOf(file)}\n`);
  if (list === "" && body === "" && names.length === 0) throw new ExtractionError(NO_MAIL);
  const text = [list, body, names.join("")].filter((part) => part !== "").join("\n");
  const isEncrypted =
    body === "" &&
    attached.some(({ mimeType }) => /^application\/(?:(?:x-)?pkcs7-mime|pgp-encrypted)$/i.test(mimeType));
  const cut = pieces.filter((piece) => piece.kind === "tnef" && piece.tnef.isCut).length;
  const left = { unread, cut, unnamed: attached.length - names.length, isEncrypted };
  return { text, title: subject, files: attachedFiles(pieces).length, left };
}

function nameOf({ filename, mimeType }: AttachedFile): string {
  return filename === null || filename === "" ? mimeType : `${oneLine(filename)} (${mimeType})`;
}
