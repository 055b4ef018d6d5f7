import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { extractHtml } from "../html/extract-html.ts";
import { trimmedMessage } from "./trim-message.ts";

/** Deeper messages are bombs: people forward a few times. */
const LIMITS = { maxNestingDepth: 64, maxRfc822NestingDepth: 16, maxHeadersSize: 1024 * 1024 } as const;
const MAX_NAMED = 100;
const NO_MAIL =
  "This message could not be read: it is damaged, or its parts are nested too deeply. Open it in your mail program, save it again as .eml, and upload that.";

/**
 * A message (RFC 5322): its fields as a list, the text, and the names of what is attached. The plain text counts, else the HTML. Quoted
 * replies stay. What is attached is not read.
 * @throws ExtractionError
 */
export async function extractMail(bytes: Uint8Array): Promise<ExtractedText> {
  const mail = await parsed(bytes);
  const body = await bodyOf(mail);
  const fields = [
    field("From", namesOf(mail.from === undefined ? [] : [mail.from])),
    field("To", namesOf(mail.to)),
    field("Cc", namesOf(mail.cc)),
    // As the sender's clock said it, with its zone.
    field("Date", mail.headers.find(({ key }) => key === "date")?.value ?? ""),
    field("Subject", mail.subject ?? ""),
  ].join("");
  const attached = mail.attachments.filter((part) => part.related !== true || part.disposition === "attachment");
  const names = attached.slice(0, MAX_NAMED).map((part) => `- Attachment: ${nameOf(part)}\n`);
  if (fields === "" && body === "" && names.length === 0) throw new ExtractionError(NO_MAIL);
  const text = [fields, body, names.join("")].filter((part) => part !== "").join("\n");
  return { text, pages: [], title: oneLine(mail.subject ?? ""), strategy: "mail", html: null, markdown: null };
}

async function parsed(bytes: Uint8Array): Promise<Email> {
  const trimmed = trimmedMessage(bytes);
  try {
    return await PostalMime.parse(trimmed, { ...LIMITS, attachmentEncoding: "arraybuffer" });
  } catch (cause) {
    throw new ExtractionError(NO_MAIL, { cause });
  }
}

async function bodyOf({ text = "", html = "" }: Email): Promise<string> {
  const plain = text.replaceAll("\0", "").trim();
  if (plain !== "" || html.trim() === "") return plain === "" ? "" : `${plain}\n`;
  try {
    return `${(await extractHtml(html)).text}\n`;
  } catch (error) {
    if (error instanceof ExtractionError) return "";
    throw error;
  }
}

const oneLine = (value: string): string => value.replace(/[\s\0]+/g, " ").trim();

function field(name: string, value: string): string {
  const line = oneLine(value);
  return line === "" ? "" : `- ${name}: ${line}\n`;
}

function namesOf(addresses: readonly Address[] = []): string {
  const boxes = addresses.flatMap((each) => each.group ?? [each]).slice(0, MAX_NAMED);
  return boxes.map(({ name, address }) => (name === "" ? address : address === "" ? name : `${name} <${address}>`)).join(", ");
}

function nameOf({ filename, mimeType }: Attachment): string {
  return filename === null || filename === "" ? mimeType : `${oneLine(filename)} (${mimeType})`;
}
