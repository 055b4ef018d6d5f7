import { mediaTypeOf } from "../../domain/media-type.ts";
import { FILE_TYPES, type FileKind, type FileType } from "./file-types.ts";
import { xmlRoot } from "./xml-root.ts";

/**
 * How to read a file. `unsupported` contains the type that the error names. `container` contains the declared
 * type or the type of the name; the content decides the kind later.
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

/** Types of unsupported files by extension, so that the error can name the type. */
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

/** Signatures at offset 0, as Latin-1 (https://mimesniff.spec.whatwg.org). */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["GIF8", "image/gif"],
  ["\x1f\x8b", "application/gzip"],
  ["\x7fELF", "application/x-executable"],
];
/** Signatures of containers. The content of a container decides its type. */
const CONTAINERS = [
  ["PK\x03\x04", "zip"],
  // An empty archive.
  ["PK\x05\x06", "zip"],
  ["\xd0\xcf\x11\xe0", "ole"],
] as const;
const OLD_OFFICE_TYPES = new Set([
  "application/msword",
  "application/vnd.ms-excel",
  "application/vnd.ms-powerpoint",
]);
/** False types: programs derive them from file extensions that source code has too (`.ts`). */
const FALSE_TYPES = new Set(["video/mp2t", "video/vnd.dlna.mpeg-tts", "text/vnd.trolltech.linguist"]);
/** A file with such a declared type is no text, unless its first bytes prove another kind. */
const MEDIA = /^(?:image|audio|video|font|model)\//;
/** Declared kinds, each with the kinds that override it if the first bytes prove them. */
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
/** The sync byte at the beginning of each 188-byte MPEG transport packet. */
const TRANSPORT_STREAM = "G";
const UTF16_MARK = /^(?:\xff\xfe|\xfe\xff)/;
const BYTE_ORDER_MARK = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/;
const SNIFFED_BYTES = 1024;
/**
 * Longer than `SNIFFED_BYTES`, because the root element of an office document declares dozens of namespaces
 * before it shows its type.
 */
const SNIFFED_MARKUP_BYTES = 8192;
const MARKUP = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]{0,99}</;

const ROWS = Object.entries(FILE_TYPES) as [FileKind, FileType][];
const PLAIN_ROWS = ROWS.filter(([, { isPlainToo }]) => isPlainToo === true);
const READ_EXTENSIONS = ROWS.flatMap(([, { extensions }]) => Object.entries(extensions));
const EXTENSIONS = new Map([...Object.entries(UNREAD_EXTENSIONS), ...READ_EXTENSIONS]);

/**
 * Detects the format of a file. The declared type is only a hint.
 * 1. A signature that contradicts the declared type wins.
 * 2. The signature of a container makes the file a container.
 * 3. Otherwise the declared type counts. For plain text, unsupported types and false container types, the
 * beginning of the file and a text file name may change it.
 * 4. If the type is missing or generic, the beginning of the file decides, or the file name after it.
 */
export function detectFormat(input: {
  bytes: Uint8Array;
  contentType: string;
  originalFileName: string;
}): Format {
  const declared = mediaTypeOf(input.contentType);
  const charset = charsetOf(input.contentType);
  // Not decoded by TextDecoder, which reads "iso-8859-1" as windows-1252 and so does not map each byte to the
  // same code point.
  const first = String.fromCharCode(...input.bytes.subarray(0, SNIFFED_BYTES));
  const raw = MARKUP.test(first)
    ? String.fromCharCode(...input.bytes.subarray(0, SNIFFED_MARKUP_BYTES))
    : first;
  const container = CONTAINERS.find(([signature]) => raw.startsWith(signature))?.[1];
  const head = UTF16_MARK.test(raw) ? raw.slice(2).replaceAll("\0", "") : raw;
  const named = typeOfName(input.originalFileName);
  const isGeneric = GENERIC_TYPES.has(declared);
  const shown = container === undefined ? shownFormat(raw, head, declared, charset) : null;
  if (shown !== null) return shown;
  if (container !== undefined)
    return {
      kind: "container",
      container,
      mediaType: containerType(input.originalFileName, isGeneric, declared),
    };
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
 * Returns the format if the bytes prove that the declared type is wrong, otherwise null. A text may begin
 * like an HTML page or an image and still be text.
 */
function shownFormat(raw: string, head: string, declared: string, charset: string | null): Format | null {
  const signed = raw.includes("\0")
    ? SIGNATURES.find(([signature]) => raw.startsWith(signature))?.[1]
    : undefined;
  if (signed !== undefined) return formatOfMediaType(signed, null);
  const row = ROWS.find(([, { includes }]) => includes(declared))?.[0];
  if (row === "html" && isFeed(head)) return { kind: "xml", charset };
  const isShown = (kind: FileKind): boolean =>
    row === undefined || row === "pdf" || isNoText(kind, head) || OVERRULED[row]?.has(kind) === true;
  const shown = ROWS.find(
    ([kind, { opensWith }]) => (kind === row || isShown(kind)) && opensWith?.(head),
  )?.[0];
  return shown === undefined || shown === row
    ? null
    : { kind: shown, charset: shown === "pdf" ? null : charset };
}

/** The HTML reader would lose text in the CDATA sections of a feed. */
function isFeed(head: string): boolean {
  const root = xmlRoot(head);
  return root?.isDeclared === true && FEEDS.has(root.name);
}

/** Whether the beginning never occurs in prose. */
function isNoText(kind: FileKind, head: string): boolean {
  return (kind === "pdf" && head.startsWith("%PDF-")) || kind === "rtf";
}

/**
 * Returns the declared type, or the type of the file name if the declared type is generic. A container
 * without an extension counts as a ZIP archive.
 */
function containerType(fileName: string, isGeneric: boolean, declared: string): string {
  if (!isGeneric) return declared;
  return typeOfName(fileName) ?? (fileName.includes(".") ? declared : "application/zip");
}

/**
 * Returns the kind that the beginning proves, otherwise the kind of a text file name. Without a name, returns
 * the kind that the beginning suggests.
 */
function closerKind(
  head: string,
  named: string | null,
  rows: readonly (readonly [FileKind, FileType])[],
): FileKind | null {
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
  return (
    OLD_OFFICE_TYPES.has(mediaType) ||
    ROWS.some(([, { isContainer, includes }]) => isContainer === true && includes(mediaType))
  );
}

/** Returns the media type of the file extension; null for an unknown extension. */
export function typeOfName(fileName: string): string | null {
  return EXTENSIONS.get(/\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "") ?? null;
}

function sniffedType(head: string, named: string | null): string {
  const signed = SIGNATURES.find(([signature]) => head.startsWith(signature))?.[1];
  if (signed !== undefined) return signed;
  if (named !== null) return named;
  return BYTE_ORDER_MARK.test(head) || !head.includes("\0") ? "text/plain" : "application/octet-stream";
}
