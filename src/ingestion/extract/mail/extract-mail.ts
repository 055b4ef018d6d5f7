import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { extractHtml } from "../html/extract-html.ts";
import { MAX_PLACE_NAME } from "../../../domain/locator.ts";
import { mailMembers, mboxMembers } from "./mail-members.ts";
import { mboxMessages } from "./mbox-messages.ts";
import { asTextMessage } from "./text-message.ts";
import { trimmedMessage } from "./trim-message.ts";

/** Deeper messages are bombs: people forward a few times. */
const LIMITS = { maxNestingDepth: 64, maxRfc822NestingDepth: 16, maxHeadersSize: 1024 * 1024 } as const;
const MAX_NAMED = 100;
const NO_MAIL =
  "This message could not be read: it is damaged, or its parts are nested too deeply. Open it in your mail program, save it again as .eml, and upload that.";

/** More are a mailbox of years. */
const MAX_MESSAGES = 2_000;
const TOO_MANY = `This mailbox holds more than ${MAX_MESSAGES.toLocaleString("en")} messages. Split it and upload the parts.`;

/** A message (RFC 5322): its fields, its text, and the names of what is attached, which is read apart. @throws ExtractionError */
export async function extractMail(bytes: Uint8Array): Promise<ExtractedText> {
  const { text, title } = await readMessage(bytes);
  return { ...mailText([{ text, title }]), title, strategy: "mail", members: (await mailMembers(bytes)).length };
}

/** The messages of a mailbox, one part each; those that cannot be read are left out. @throws ExtractionError when none can */
export async function extractMbox(bytes: Uint8Array): Promise<ExtractedText> {
  const read: Message[] = [];
  let failure: ExtractionError | null = null;
  let count = 0;
  for (const message of mboxMessages(bytes)) {
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
  return { ...mailText(read), title: "", strategy: "mbox", members: (await mboxMembers(bytes)).length };
}

interface Message {
  readonly text: string;
  readonly title: string;
}

/** One message below the other, and where each is. */
function mailText(messages: readonly Message[]) {
  let start = 0;
  const spans = messages.map(({ text, title }, at) => {
    const end = start + text.length;
    const name = title.slice(0, MAX_PLACE_NAME).toWellFormed();
    const locator = { kind: "part", part: at + 1, ...(name === "" ? {} : { title: name }) } as const;
    const span = { start, end, locator };
    start = end + 1;
    return span;
  });
  return { text: messages.map(({ text }) => text).join("\n"), pages: [], spans, form: "spelled" as const };
}

/** Its fields as a list, the text, and names. The plain text counts, else the HTML. Quoted replies stay. */
async function readMessage(bytes: Uint8Array): Promise<Message> {
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
  return { text, title: oneLine(mail.subject ?? "") };
}

async function parsed(bytes: Uint8Array): Promise<Email> {
  const trimmed = trimmedMessage(asTextMessage(bytes));
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
