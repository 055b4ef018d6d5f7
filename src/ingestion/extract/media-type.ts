import { mediaTypeOf } from "../../domain/media-type.ts";
import { FILE_TYPES, type FileKind, type FileType } from "./file-types.ts";
import { xmlRoot } from "./xml-root.ts";

/**
 * How a file's bytes are read; `unsupported` carries the type to name to the user, `container` what it was declared or named as: what is in
 * it tells its kind.
 */
export type Format =
  | { readonly kind: FileKind; readonly charset: string | null }
  | { readonly kind: "container"; readonly container: "zip" | "ole"; readonly mediaType: string }
  | { readonly kind: "unsupported"; readonly mediaType: string };

const GENERIC_TYPES = new Set([
  "",
  "application/octet-stream",
  "binary/octet-stream",
  "application/x-unknown",
  "application/unknown",
  "unknown/unknown",
]);

/** Endings of what cannot be read: so the refusal names the type. */
const UNREAD_EXTENSIONS: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  tif: "image/tiff",
  tiff: "image/tiff",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  mp4: "video/mp4",
  mov: "video/quicktime",
  gz: "application/gzip",
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
};

/** Signatures at the first byte, as Latin-1 (https://mimesniff.spec.whatwg.org). */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["GIF8", "image/gif"],
  ["\x1f\x8b", "application/gzip"],
  ["\x7fELF", "application/x-executable"],
];
/** Files of many types begin like this: what is in them knows which. */
const CONTAINERS = [
  ["PK\x03\x04", "zip"],
  // One without files.
  ["PK\x05\x06", "zip"],
  ["\xd0\xcf\x11\xe0", "ole"],
] as const;
const OLD_OFFICE_TYPES = new Set(["application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint"]);
/** Programs declare these by an ending alone, which source code has too. */
const FALSE_TYPES = new Set(["video/mp2t", "video/vnd.dlna.mpeg-tts", "text/vnd.trolltech.linguist"]);
/** A file declared with such a type is no text, unless its first bytes prove another kind. */
const MEDIA = /^(?:image|audio|video|font|model)\//;
/** Declared types under which programs send files of other kinds, which their first bytes show for sure. */
const OVERRULED: Readonly<Partial<Record<FileKind, ReadonlySet<FileKind>>>> = {
  xml: new Set<FileKind>(["html", "mail"]),
  html: new Set<FileKind>(["xml", "mail", "mbox", "calendar", "captions"]),
  json: new Set<FileKind>(["html", "xml", "mail", "mbox", "calendar", "captions"]),
  delimited: new Set<FileKind>(["html", "xml", "mail", "mbox", "calendar", "captions"]),
  captions: new Set<FileKind>(["html", "mail", "calendar"]),
  calendar: new Set<FileKind>(["html", "mail", "captions"]),
  mail: new Set<FileKind>(["html", "mbox", "calendar"]),
  mbox: new Set<FileKind>(["html", "mail"]),
  rtf: new Set<FileKind>(["html", "xml", "mail"]),
};
const FEEDS = new Set(["rss", "feed", "rdf:RDF", "urlset", "sitemapindex", "opml"]);
/** Packets of 188 bytes begin with it. */
const TRANSPORT_STREAM = "G";
const UTF16_MARK = /^(?:\xff\xfe|\xfe\xff)/;
const BYTE_ORDER_MARK = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/;
const SNIFFED_BYTES = 1024;
/** Of markup: the first element of an office document names dozens of vocabularies before it says what it is. */
const SNIFFED_MARKUP_BYTES = 8192;
const MARKUP = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]{0,99}</;

const ROWS = Object.entries(FILE_TYPES) as [FileKind, FileType][];
const PLAIN_ROWS = ROWS.filter(([, { isPlainToo }]) => isPlainToo === true);
const READ_EXTENSIONS = ROWS.flatMap(([, { extensions }]) => Object.entries(extensions));
const EXTENSIONS = new Map([...Object.entries(UNREAD_EXTENSIONS), ...READ_EXTENSIONS]);

/**
 * The declared type is a hint, and the bytes decide. What the first bytes show for sure counts first. Then the declared type is trusted; a missing or generic one is replaced by what the looks of
 * the bytes, then the file's name, say. What begins as a container is one, and what is declared as one and is none is told by its bytes, and
 * by a name that stands for text. So is plain text, which may be of a closer kind, and what is declared as a type that nobody here reads.
 */
export function formatOf(input: { bytes: Uint8Array; contentType: string; originalFileName: string }): Format {
  const declared = mediaTypeOf(input.contentType);
  const charset = charsetOf(input.contentType);
  // The platform's decoder takes "iso-8859-1" for windows-1252, which is not one character a byte value.
  const first = String.fromCharCode(...input.bytes.subarray(0, SNIFFED_BYTES));
  const raw = MARKUP.test(first) ? String.fromCharCode(...input.bytes.subarray(0, SNIFFED_MARKUP_BYTES)) : first;
  const container = CONTAINERS.find(([signature]) => raw.startsWith(signature))?.[1];
  const head = UTF16_MARK.test(raw) ? raw.slice(2).replaceAll("\0", "") : raw;
  const named = typeOfName(input.originalFileName);
  const isGeneric = GENERIC_TYPES.has(declared);
  const shown = container === undefined ? shownFormat(raw, head, declared, charset) : null;
  if (shown !== null) return shown;
  if (container !== undefined)
    return { kind: "container", container, mediaType: containerType(input.originalFileName, isGeneric, declared) };
  const isCode = FALSE_TYPES.has(declared) && raw[0] !== TRANSPORT_STREAM && !raw.includes("\0");
  const isFalse = isCode || (raw !== "" && isContainerType(isGeneric ? (named ?? "") : declared));
  if (!isGeneric && !isFalse && declared !== "text/plain") {
    const told = formatOfMediaType(declared, charset);
    const isOpen = told.kind === "unsupported" && !MEDIA.test(declared) && !raw.includes("\0");
    const closest = isOpen ? closerKind(head, named, ROWS) : null;
    return closest === null ? told : { kind: closest, charset };
  }
  const closer = closerKind(head, named, isGeneric || isFalse ? ROWS : PLAIN_ROWS);
  if (closer !== null) return { kind: closer, charset };
  if (declared === "text/plain") return formatOfMediaType(declared, charset);
  return formatOfMediaType(sniffedType(raw, isFalse ? null : named), charset);
}

/**
 * What the bytes are, where they contradict the declared type for sure; null where they do not. A text may begin with a page or with the
 * signature of a picture, and still be a text.
 */
function shownFormat(raw: string, head: string, declared: string, charset: string | null): Format | null {
  const signed = raw.includes("\0") ? SIGNATURES.find(([signature]) => raw.startsWith(signature))?.[1] : undefined;
  if (signed !== undefined) return formatOfMediaType(signed, null);
  const row = ROWS.find(([, { includes }]) => includes(declared))?.[0];
  if (row === "html" && isFeed(head)) return { kind: "xml", charset };
  const isShown = (kind: FileKind): boolean =>
    row === undefined || row === "pdf" || isNoText(kind, head) || OVERRULED[row]?.has(kind) === true;
  const shown = ROWS.find(([kind, { opensWith }]) => (kind === row || isShown(kind)) && opensWith?.(head))?.[0];
  return shown === undefined || shown === row ? null : { kind: shown, charset: shown === "pdf" ? null : charset };
}

/** As HTML, its texts would be lost where they stand in sections of characters. */
function isFeed(head: string): boolean {
  const root = xmlRoot(head);
  return root?.isDeclared === true && FEEDS.has(root.name);
}

/** What no text that people write begins with. */
function isNoText(kind: FileKind, head: string): boolean {
  return (kind === "pdf" && head.startsWith("%PDF-")) || kind === "rtf";
}

/** The declared type, else what the name stands for: one without an ending may be anything, and is taken for an archive of files. */
function containerType(fileName: string, isGeneric: boolean, declared: string): string {
  if (!isGeneric) return declared;
  return typeOfName(fileName) ?? (fileName.includes(".") ? declared : "application/zip");
}

/** What a sure beginning shows, else a name that stands for text, else, where there is none, the looks. */
function closerKind(head: string, named: string | null, rows: readonly (readonly [FileKind, FileType])[]): FileKind | null {
  const shown = rows.find(([, { opensWith }]) => opensWith?.(head));
  if (shown !== undefined) return shown[0];
  if (SIGNATURES.some(([signature]) => head.startsWith(signature))) return null;
  if (named !== null) return PLAIN_ROWS.find(([, { includes }]) => includes(named))?.[0] ?? null;
  return rows === ROWS ? (rows.find(([, { looksLike }]) => looksLike?.(head))?.[0] ?? null) : null;
}

function charsetOf(contentType: string): string | null {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? null;
}

function formatOfMediaType(mediaType: string, charset: string | null): Format {
  const row = ROWS.find(([, { includes }]) => includes(mediaType));
  return row === undefined ? { kind: "unsupported", mediaType } : { kind: row[0], charset };
}

function isContainerType(mediaType: string): boolean {
  return OLD_OFFICE_TYPES.has(mediaType) || ROWS.some(([, { isContainer, includes }]) => isContainer === true && includes(mediaType));
}

/** The type that the ending of a name stands for; null where it says nothing. */
export function typeOfName(fileName: string): string | null {
  return EXTENSIONS.get(/\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "") ?? null;
}

function sniffedType(head: string, named: string | null): string {
  const signed = SIGNATURES.find(([signature]) => head.startsWith(signature))?.[1];
  if (signed !== undefined) return signed;
  if (named !== null) return named;
  return BYTE_ORDER_MARK.test(head) || !head.includes("\0") ? "text/plain" : "application/octet-stream";
}
