/** How a file's bytes are read; `unsupported` carries the type to name to the user. */
export type Format =
  | { readonly kind: "text" | "markdown" | "html" | "pdf"; readonly charset: string | null }
  | { readonly kind: "unsupported"; readonly mediaType: string };

const GENERIC_TYPES = new Set([
  "",
  "application/octet-stream",
  "binary/octet-stream",
  "application/x-unknown",
  "application/unknown",
  "unknown/unknown",
]);
const HTML_TYPES = new Set(["text/html", "application/xhtml+xml"]);
const MARKDOWN_TYPES = new Set(["text/markdown", "text/x-markdown", "application/markdown"]);
const PDF_TYPES = new Set(["application/pdf", "application/x-pdf"]);
/** Text by name, but markup that is not worth quoting without a parser. */
const OPAQUE_TEXT_TYPES = new Set(["text/rtf", "text/richtext"]);
const TEXTUAL_APPLICATION = new RegExp(
  "^application/(?:(?:x-)?(?:json|ndjson|jsonl|json5|yaml|toml|xml|csv|javascript|ecmascript|typescript|sh|shellscript|sql|tex|latex|subrip|" +
    "python|perl|ruby|php)|xml-dtd|graphql|jsonlines)$",
);
const STRUCTURED_SUFFIX = /\+(?:json|xml|yaml)$/;

const EXTENSIONS: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  html: "text/html",
  htm: "text/html",
  xhtml: "application/xhtml+xml",
  md: "text/markdown",
  markdown: "text/markdown",
  mdx: "text/markdown",
  txt: "text/plain",
  text: "text/plain",
  log: "text/plain",
  rst: "text/plain",
  adoc: "text/plain",
  org: "text/plain",
  tex: "text/plain",
  srt: "text/plain",
  vtt: "text/vtt",
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  json: "application/json",
  jsonl: "application/jsonl",
  ndjson: "application/ndjson",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
  toml: "application/toml",
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
  zip: "application/zip",
  gz: "application/gzip",
  rtf: "text/rtf",
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
  epub: "application/epub+zip",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};

/** Signatures at the first byte, as Latin-1 (https://mimesniff.spec.whatwg.org). */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["GIF8", "image/gif"],
  ["PK\x03\x04", "application/zip"],
  ["\x1f\x8b", "application/gzip"],
  ["\xd0\xcf\x11\xe0", "application/x-ole-storage"],
  ["{\\rtf", "text/rtf"],
  ["\x7fELF", "application/x-executable"],
];
const BYTE_ORDER_MARK = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/;
const HTML_OPENING = /^(?:\xef\xbb\xbf)?\s*(?:<!--[^]{0,400}?-->\s*)?<(?:!doctype html|html|head|body)[\s>]/i;
const SNIFFED_BYTES = 1024;

/** The declared type is trusted; a missing or generic one is replaced by what the first bytes, then the file's name, say. */
export function formatOf(input: { bytes: Uint8Array; contentType: string; originalFileName: string }): Format {
  const declared = mediaTypeOf(input.contentType);
  const charset = charsetOf(input.contentType);
  if (!GENERIC_TYPES.has(declared)) return formatOfMediaType(declared, charset);
  return formatOfMediaType(sniffedType(input.bytes, input.originalFileName), charset);
}

function mediaTypeOf(contentType: string): string {
  return (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function charsetOf(contentType: string): string | null {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? null;
}

function formatOfMediaType(mediaType: string, charset: string | null): Format {
  if (HTML_TYPES.has(mediaType)) return { kind: "html", charset };
  if (MARKDOWN_TYPES.has(mediaType)) return { kind: "markdown", charset };
  if (PDF_TYPES.has(mediaType)) return { kind: "pdf", charset };
  const isText = mediaType.startsWith("text/") && !OPAQUE_TEXT_TYPES.has(mediaType);
  const isStructured = STRUCTURED_SUFFIX.test(mediaType) && !mediaType.startsWith("image/");
  if (isText || isStructured || TEXTUAL_APPLICATION.test(mediaType)) return { kind: "text", charset };
  return { kind: "unsupported", mediaType };
}

function sniffedType(bytes: Uint8Array, fileName: string): string {
  // The platform's decoder takes "iso-8859-1" for windows-1252, which is not one character a byte value.
  const head = String.fromCharCode(...bytes.subarray(0, SNIFFED_BYTES));
  const named = EXTENSIONS[/\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ""];
  if (head.includes("%PDF-")) return "application/pdf";
  const signed = SIGNATURES.find(([signature]) => head.startsWith(signature))?.[1];
  // A zip may be an office document: the name knows better which.
  if (signed !== undefined) return signed === "application/zip" || signed === "application/x-ole-storage" ? (named ?? signed) : signed;
  if (HTML_OPENING.test(head)) return "text/html";
  if (named !== undefined) return named;
  return BYTE_ORDER_MARK.test(head) || !head.includes("\0") ? "text/plain" : "application/octet-stream";
}
