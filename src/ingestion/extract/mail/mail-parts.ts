import { decodeBody } from "./decode-body.ts";

/** One alternative of a `multipart/alternative`. */
export interface Choice {
  /** Number of the multipart within the message. */
  readonly of: number;
  /** Number of the alternative within the multipart. */
  readonly way: number;
}

/** A leaf part of a message. */
export interface MailPart {
  /** The raw header fields. */
  readonly fields: Uint8Array;
  /** The encoded body. */
  readonly body: Uint8Array;
  /** Whether the part belongs to a `multipart/related`, such as a picture in an HTML message. */
  readonly isRelated: boolean;
  /**
   * Whether a forwarded message begins here. The fields are then those of the forwarded message, and the body
   * is empty.
   */
  readonly isMessage: boolean;
  /** The alternatives that contain this part, outermost first. */
  readonly choices: readonly Choice[];
}

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const HYPHEN = 0x2d;
/**
 * Maximum length of a boundary. RFC 2046, 5.1.1 allows 70 characters, but some programs write longer
 * boundaries.
 */
const MAX_BOUNDARY = 200;
const MAX_DEPTH = 64;
const MAX_FIELDS_BYTES = 65_536;
const CONTENT_TYPE = /^content-type:[ \t]*([^\r\n]*)/im;
const ENCODING = /^content-transfer-encoding:[ \t]*([\w-]{1,40})/im;
const BOUNDARY = /;[ \t]*boundary[ \t]*=[ \t]*(?:"([^"]*)"|([^\s;]*))/i;
const ATTACHED = /^content-disposition:[ \t]*attachment/im;

interface Multipart {
  readonly boundary: string;
  readonly kind: string;
  /** Number of the multipart within the message. */
  readonly at: number;
  /** Number of parts of the multipart that were read so far. */
  ways: number;
}

/** Unfolds the header fields of a part, decoded as Latin-1; "" if the fields are longer than the limit. */
export function unfolded(fields: Uint8Array): string {
  if (fields.length > MAX_FIELDS_BYTES) return "";
  return new TextDecoder("iso-8859-1").decode(fields).replace(/\r?\n[ \t]+/g, " ");
}

/** Decodes the transfer encoding of a part. */
export function decodePart({ fields, body }: MailPart): Uint8Array {
  return decodeBody(body, ENCODING.exec(unfolded(fields))?.[1] ?? "");
}

/**
 * Lists the leaf parts of a message (RFC 2046) in order. Includes the parts of forwarded messages, unless
 * these are attachments. Linear time: each line is looked up once among the open boundaries.
 * @param most stops after this many parts
 */
export function mailParts(bytes: Uint8Array, most: number): MailPart[] {
  const parts: MailPart[] = [];
  const open: Multipart[] = [];
  let state: "fields" | "body" | "between" = "fields";
  let [fieldsAt, bodyAt, multiparts] = [0, 0, 0];
  const nothing = bytes.subarray(0, 0);
  let fields = nothing;
  const add = (body: Uint8Array, isMessage: boolean): void => {
    const choices = open
      .filter(({ kind }) => kind === "alternative")
      .map(({ at, ways }) => ({ of: at, way: ways }));
    parts.push({ fields, body, isRelated: open.some(({ kind }) => kind === "related"), isMessage, choices });
  };
  const end = (before: number): void => {
    if (state === "body") add(bytes.subarray(bodyAt, withoutLineEnd(bytes, bodyAt, before)), false);
    state = "between";
  };
  for (let at = 0; at < bytes.length && parts.length < most;) {
    const feed = bytes.indexOf(LINE_FEED, at);
    const next = feed < 0 ? bytes.length : feed + 1;
    const line = bytes.subarray(at, withoutLineEnd(bytes, at, next));
    const found = line[0] === HYPHEN && line[1] === HYPHEN ? boundaryIn(line, open) : null;
    if (found !== null) {
      end(at);
      open.length = found.depth;
      const around = open.at(-1);
      if (around !== undefined) around.ways += 1;
      if (!found.isLast) [state, fieldsAt] = ["fields", next];
    } else if (state === "fields" && line.length === 0) {
      fields = bytes.subarray(fieldsAt, at);
      [state, bodyAt] = ["body", next];
      const inner = innerOf(unfolded(fields), open);
      if (inner === "message") {
        fields = fieldsFrom(bytes, next);
        add(nothing, true);
        [state, fieldsAt] = ["fields", next];
      } else if (inner !== null) {
        open.push({ ...inner, at: (multiparts += 1), ways: 0 });
        state = "between";
      }
    }
    at = next;
  }
  if (parts.length < most) end(bytes.length);
  return parts;
}

/** Returns the header fields from `start`, up to the limit. */
export function fieldsFrom(bytes: Uint8Array, start: number): Uint8Array {
  for (let at = start; at < bytes.length && at - start < MAX_FIELDS_BYTES;) {
    const feed = bytes.indexOf(LINE_FEED, at);
    const next = feed < 0 ? bytes.length : feed + 1;
    if (withoutLineEnd(bytes, at, next) === at) return bytes.subarray(start, at);
    at = next;
  }
  return bytes.subarray(start, start + MAX_FIELDS_BYTES);
}

function withoutLineEnd(bytes: Uint8Array, start: number, end: number): number {
  let to = end;
  if (to > start && bytes[to - 1] === LINE_FEED) to -= 1;
  return to > start && bytes[to - 1] === RETURN ? to - 1 : to;
}

/**
 * @returns the number of multiparts that are still open after the line; null if the line is no boundary of an
 * open multipart
 */
function boundaryIn(
  line: Uint8Array,
  open: readonly Multipart[],
): { readonly depth: number; readonly isLast: boolean } | null {
  if (line.length > MAX_BOUNDARY + 8) return null;
  const said = new TextDecoder("iso-8859-1").decode(line.subarray(2)).trimEnd();
  const at = open.findLastIndex(({ boundary }) => said === boundary || said === `${boundary}--`);
  if (at < 0) return null;
  const isLast = said !== open[at]?.boundary;
  return { depth: isLast ? at : at + 1, isLast };
}

/** Returns the multipart or message in the body of a part with these fields; null for a leaf part. */
function innerOf(
  fields: string,
  open: readonly Multipart[],
): Pick<Multipart, "boundary" | "kind"> | "message" | null {
  // In a digest, a part without a type is a message (RFC 2046, 5.1.5).
  const usual = open.at(-1)?.kind === "digest" ? "message/rfc822" : "";
  const type = CONTENT_TYPE.exec(fields)?.[1]?.slice(0, 2_000) ?? usual;
  if (/^message\/(?:rfc822|global)\b/i.test(type)) {
    const isEncoded = /^(?:base64|quoted-printable)$/i.test(ENCODING.exec(fields)?.[1] ?? "");
    return isEncoded || ATTACHED.test(fields) ? null : "message";
  }
  const kind = /^multipart\/([\w.+-]{1,60})/i.exec(type)?.[1]?.toLowerCase();
  if (kind === undefined || open.length >= MAX_DEPTH) return null;
  const said = BOUNDARY.exec(type);
  const boundary = (said?.[1] ?? said?.[2] ?? "").trimEnd();
  return boundary === "" || boundary.length > MAX_BOUNDARY ? null : { boundary, kind };
}
