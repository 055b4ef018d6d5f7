import PostalMime, { type Address } from "postal-mime";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import { decodeHeaderFields } from "./decode-header-fields.ts";

const LIMITS = { maxHeadersSize: 1024 * 1024 } as const;
const MAX_NAMED = 100;
const EMPTY_LINES = new TextEncoder().encode("\r\n\r\n");
export const NO_MAIL =
  "The service could not read this message. It is damaged, or its parts nest too deeply. Open it in your mail program, save it again as .eml, and upload that.";

/**
 * Returns the readable header fields as a list, and the subject.
 * @throws ExtractionError
 */
export async function messageFields(
  fields: Uint8Array,
): Promise<{ readonly list: string; readonly subject: string }> {
  const said = withoutContent(decodeHeaderFields(fields));
  const bytes = new Uint8Array(said.length + EMPTY_LINES.length);
  bytes.set(said);
  bytes.set(EMPTY_LINES, said.length);
  try {
    const { from, to, cc, subject = "", headers } = await PostalMime.parse(bytes, LIMITS);
    const list = [
      field("From", namesOf(from === undefined ? [] : [from])),
      field("To", namesOf(to)),
      field("Cc", namesOf(cc)),
      // Takes the raw field, which has the sender's local time and time zone.
      field("Date", headers.find(({ key }) => key === "date")?.value ?? ""),
      field("Subject", subject),
    ].join("");
    return { list, subject: oneLine(subject) };
  } catch (cause) {
    throw new ExtractionError(NO_MAIL, { cause });
  }
}

/** Renames `Content-Type` fields, so that the parser looks for no parts. */
function withoutContent(fields: Uint8Array): Uint8Array {
  return new TextEncoder().encode(
    new TextDecoder().decode(fields).replace(/^content-type:/gim, "x-content-type:"),
  );
}

export const oneLine = (value: string): string => value.replace(/[\s\0]+/g, " ").trim();

function field(name: string, value: string): string {
  const line = oneLine(value);
  return line === "" ? "" : `- ${name}: ${line}\n`;
}

function namesOf(addresses: readonly Address[] = []): string {
  const boxes = addresses.flatMap((each) => each.group ?? [each]).slice(0, MAX_NAMED);
  return boxes
    .map(({ name, address }) => (name === "" ? address : address === "" ? name : `${name} <${address}>`))
    .join(", ");
}
