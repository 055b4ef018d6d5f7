import { decodeBody } from "./decode-body.ts";

/** One of several ways to write the same text (`multipart/alternative`). */
export interface Choice {
  /** Number of the multipart in its message. */
  readonly of: number;
  /** Number of the way in the multipart. */
  readonly way: number;
}

/** A part of a message that holds no other parts. */
export interface MailPart {
  /** Its header fields as they stand. */
  readonly fields: Uint8Array;
  /** Its body as it is encoded. */
  readonly body: Uint8Array;
  /** Whether it belongs to a page of the message, as its pictures do. */
  readonly isRelated: boolean;
  /** Whether a forwarded message begins here: then the fields are those of that message, and the body is empty. */
  readonly isMessage: boolean;
  /** The choices that it stands in, the outermost first. */
  readonly choices: readonly Choice[];
}

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const HYPHEN = 0x2d;
/** A boundary has at most 70 characters (RFC 2046, 5.1.1); some programs write more. */
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
  /** Number in the message. */
  readonly at: number;
  /** Parts that have begun. */
  ways: number;
}

/** The fields of a part on lines of their own, as Latin-1; "" where they are too long to be looked into. */
export function unfolded(fields: Uint8Array): string {
  if (fields.length > MAX_FIELDS_BYTES) return "";
  return new TextDecoder("iso-8859-1").decode(fields).replace(/\r?\n[ \t]+/g, " ");
}

/** The bytes of a part, without its transfer encoding. */
export function bytesOfPart({ fields, body }: MailPart): Uint8Array {
  return decodeBody(body, ENCODING.exec(unfolded(fields))?.[1] ?? "");
}

/**
 * The parts of a message (RFC 2046) in their order, those of messages that are forwarded in it too, unless they are attached. Time is linear in
 * the bytes: each line is looked up once among the boundaries that are open.
 * @param most further parts are not looked for
 */
export function mailParts(bytes: Uint8Array, most: number): MailPart[] {
  const parts: MailPart[] = [];
  const open: Multipart[] = [];
  let state: "fields" | "body" | "between" = "fields";
  let [fieldsAt, bodyAt, multiparts] = [0, 0, 0];
  const nothing = bytes.subarray(0, 0);
  let fields = nothing;
  const add = (body: Uint8Array, isMessage: boolean): void => {
    const choices = open.filter(({ kind }) => kind === "alternative").map(({ at, ways }) => ({ of: at, way: ways }));
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

/** The header fields that begin there, at most so many bytes as are looked into. */
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

/** @returns how many multiparts stay open behind the line; null when it is none of their boundaries */
function boundaryIn(line: Uint8Array, open: readonly Multipart[]): { readonly depth: number; readonly isLast: boolean } | null {
  if (line.length > MAX_BOUNDARY + 8) return null;
  const said = new TextDecoder("iso-8859-1").decode(line.subarray(2)).trimEnd();
  const at = open.findLastIndex(({ boundary }) => said === boundary || said === `${boundary}--`);
  if (at < 0) return null;
  const isLast = said !== open[at]?.boundary;
  return { depth: isLast ? at : at + 1, isLast };
}

/** The multipart, or the message, that the body of a part with these fields is; null: it is neither. */
function innerOf(fields: string, open: readonly Multipart[]): Pick<Multipart, "boundary" | "kind"> | "message" | null {
  // A part of a digest is a message unless it says otherwise (RFC 2046, 5.1.5).
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
