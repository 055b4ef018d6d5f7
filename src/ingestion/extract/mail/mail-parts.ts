/** A part of a message that holds no other parts. */
export interface MailPart {
  /** Its header fields as they stand. */
  readonly fields: Uint8Array;
  /** Its body as it is encoded. */
  readonly body: Uint8Array;
  /** Whether it belongs to a page of the message, as its pictures do. */
  readonly isRelated: boolean;
}

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const HYPHEN = 0x2d;
/** A boundary has at most 70 characters (RFC 2046, 5.1.1); some programs write more. */
const MAX_BOUNDARY = 200;
const MAX_DEPTH = 64;
const MAX_FIELDS_BYTES = 65_536;
const CONTENT_TYPE = /^content-type:[ \t]*([^\r\n]*)/im;
const BOUNDARY = /;[ \t]*boundary[ \t]*=[ \t]*(?:"([^"]*)"|([^\s;]*))/i;
const ATTACHED = /^content-disposition:[ \t]*attachment/im;

interface Multipart {
  readonly boundary: string;
  readonly isRelated: boolean;
}

/** The fields of a part on lines of their own, as Latin-1; "" where they are too long to be looked into. */
export function unfolded(fields: Uint8Array): string {
  if (fields.length > MAX_FIELDS_BYTES) return "";
  return new TextDecoder("iso-8859-1").decode(fields).replace(/\r?\n[ \t]+/g, " ");
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
  let [fieldsAt, bodyAt] = [0, 0];
  let fields = bytes.subarray(0, 0);
  const end = (before: number): void => {
    if (state === "body")
      parts.push({ fields, body: bytes.subarray(bodyAt, withoutLineEnd(bytes, bodyAt, before)), isRelated: open.some(isRelated) });
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
      if (!found.isLast) [state, fieldsAt] = ["fields", next];
    } else if (state === "fields" && line.length === 0) {
      fields = bytes.subarray(fieldsAt, at);
      [state, bodyAt] = ["body", next];
      const inner = innerOf(unfolded(fields), open.length);
      if (inner === "message") [state, fieldsAt] = ["fields", next];
      else if (inner !== null) {
        open.push(inner);
        state = "between";
      }
    }
    at = next;
  }
  if (parts.length < most) end(bytes.length);
  return parts;
}

const isRelated = (multipart: Multipart): boolean => multipart.isRelated;

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

/** What the body of a part with these fields is made of; null: it is a body. */
function innerOf(fields: string, depth: number): Multipart | "message" | null {
  const type = CONTENT_TYPE.exec(fields)?.[1]?.slice(0, 2_000) ?? "";
  if (/^message\/rfc822\b/i.test(type)) return ATTACHED.test(fields) ? null : "message";
  if (!/^multipart\//i.test(type) || depth >= MAX_DEPTH) return null;
  const said = BOUNDARY.exec(type);
  const boundary = (said?.[1] ?? said?.[2] ?? "").trimEnd();
  return boundary === "" || boundary.length > MAX_BOUNDARY ? null : { boundary, isRelated: /^multipart\/related\b/i.test(type) };
}
