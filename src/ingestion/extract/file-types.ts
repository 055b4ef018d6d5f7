import { isHtmlType } from "../../domain/media-type.ts";
import { flatKindOf } from "./office/flat-kind.ts";
import { type XmlRoot, xmlRoot } from "./xml-root.ts";

/** Parsers need the whole file in memory, and several objects may share an isolate's 128 MB. */
export const MAX_PARSED_BYTES = 25 * 1024 * 1024;

/**
 * How to detect a kind of file. Both Workers import this table, and `extractors.ts` has the extractor of each
 * kind.
 */
export interface FileType {
  /** Whether a declared media type (lower case, without parameters) belongs to this kind. */
  readonly includes: (mediaType: string) => boolean;
  /** File extensions, each with its media type. */
  readonly extensions: Readonly<Record<string, string>>;
  /** Whether the beginning of a file, as Latin-1, proves this kind for any file name. */
  readonly opensWith?: (head: string) => boolean;
  /** Whether the kind is a container, which only its content identifies (`detect-container.ts`). */
  readonly isContainer?: true;
  /** Whether the beginning suggests this kind if the file name does not show the kind. */
  readonly looksLike?: (head: string) => boolean;
  /** Whether files of this kind are also declared as plain text. For these the bytes and the name decide. */
  readonly isPlainToo?: boolean;
}

const HTML_OPENING = /^(?:\xef\xbb\xbf)?\s*(?:<!--[^]{0,400}?-->\s*)?<(?:!doctype html|html|head|body)[\s>]/i;
/** Beginnings of HTML pages that omit their first tags. */
const HTML_LOOKS =
  /^(?:\xef\xbb\xbf)?\s*<(?:title|meta|style|link|base|h1|h2|p|div|table|ul|ol|section|article|main|center|span|br|hr)[\s>/]/i;
const MARKDOWN_TYPES = new Set(["text/markdown", "text/x-markdown", "application/markdown"]);
const DELIMITED_TYPES =
  /^(?:text\/(?:x-)?(?:csv|tsv|tab-separated-values|comma-separated-values)|application\/(?:x-)?csv)$/;
const JSON_TYPES =
  /^(?:(?:application|text)\/(?:x-)?(?:json|ndjson|jsonl|jsonlines|json-seq)|(?!image\/)[\w-]+\/[\w.+-]+\+json)$/;
const JSON_OPENING = /^(?:\xef\xbb\xbf)?\s*(?:\{\s*"|\[\s*[[{"])/;
const XML_TYPES = /^(?:(?:application|text)\/xml|(?!image\/)[\w-]+\/[\w.+-]+\+xml)$/;
const UTF8_MARK = /^\xef\xbb\xbf/;
/** Office document formats that are a single XML file. */
const FLAT_OFFICE_TYPES =
  /^application\/(?:vnd\.oasis\.opendocument\.\w{1,20}-flat-xml|vnd\.ms-(?:word|excel)ml)$/;
const CODE_TYPES =
  /^(?:text|application)\/(?:x-)?(?:javascript|ecmascript|typescript|jsx|tsx|python|script\.python|go|golang|rust|rustsrc|java|java-source|kotlin|c|c\+\+|csrc|c\+\+src|chdr|c\+\+hdr|csharp|ruby|php|httpd-php|swift|sql|sh|shellscript|bash|perl|lua|scala|dart|elixir|haskell|groovy|powershell|graphql|protobuf)$/;
/** Source code extensions, each with its media type. */
const CODE_EXTENSIONS = Object.fromEntries(
  Object.entries({
    "text/javascript": "js mjs cjs jsx",
    "text/x-typescript": "ts mts cts tsx",
    "text/x-python": "py pyi pyw",
    "text/x-go": "go",
    "text/x-rust": "rs",
    "text/x-java": "java",
    "text/x-kotlin": "kt kts",
    "text/x-c": "c h",
    "text/x-c++": "cpp cc cxx hpp hh hxx ino",
    "text/x-csharp": "cs",
    "text/x-ruby": "rb rake",
    "text/x-php": "php",
    "text/x-swift": "swift",
    "text/x-sql": "sql ddl",
    "text/x-sh": "sh bash zsh ksh",
    "text/x-perl": "pl pm",
    "text/x-lua": "lua",
    "text/x-scala": "scala",
    "text/x-dart": "dart",
    "text/x-elixir": "ex exs",
    "text/x-haskell": "hs",
    "text/x-groovy": "groovy gradle",
    "text/x-powershell": "ps1",
    "text/x-graphql": "graphql gql",
    "text/x-protobuf": "proto",
  }).flatMap(([type, endings]) => endings.split(" ").map((ending) => [ending, type] as const)),
);
const CAPTION_TYPES = /^(?:text\/(?:vtt|srt)|application\/(?:x-)?(?:subrip|srt))$/;
const RTF_TYPES = /^(?:application|text)\/(?:x-)?(?:rtf|richtext)$/;
/** A message begins with header fields. Two of them distinguish a message from other key-value lists. */
const MAIL_OPENING =
  /^(?:From \S|(?:Return-Path|Received|Delivered-To|X-[\w-]{1,60}|MIME-Version|Message-ID|From|To|Subject|Date): ?\S)/i;
/** A mailbox begins with a sender and a date, then header fields (RFC 4155). */
const MAILBOX_OPENING = /^From \S{1,200} [^\r\n]{10,60}\r?\n[\w-]{1,60}:/;
const MAIL_FIELD = /^(?:Received|Message-ID|MIME-Version|Content-Type|Return-Path):/im;
/**
 * Types of messages and of message parts. Web archives (RFC 2557) use the same types or Internet Explorer's
 * own type.
 */
const MAIL_TYPES =
  /^(?:message\/(?:rfc822|global|news)|multipart\/[\w.+-]{1,40}|application\/x-mimearchive)$/;
/** MIME field that announces a multipart body, which never occurs in prose. */
const MULTIPART_FIELD = /^Content-Type:[ \t]{0,9}(?:\r?\n[ \t]{1,9})?multipart\//im;
const MIME_VERSION = /^MIME-Version:/im;
/** Other bytes may precede the PDF header: PDF 1.7, implementation note 13. */
const PDF_SEARCHED_CHARS = 1024;
const PDF_TYPES = new Set(["application/pdf", "application/x-pdf"]);
const TEXTUAL_APPLICATION =
  /^application\/(?:(?:x-)?(?:json|ndjson|jsonl|json5|yaml|toml|xml|csv|javascript|ecmascript|typescript|sh|shellscript|sql|tex|latex|python|perl|ruby|php)|xml-dtd|graphql|jsonlines)$/;
const STRUCTURED_SUFFIX = /\+(?:json|xml|yaml)$/;

const OPEN_DOCUMENT = "application/vnd.oasis.opendocument";
const OPEN_XML = "application/vnd.openxmlformats-officedocument";

const ZIP_TYPE = "application/zip";
const XHTML_ROOT = /^(?:\w{1,20}:)?html$/i;

function hasRoot(isRoot: (root: XmlRoot) => boolean): (head: string) => boolean {
  return (head) => {
    const root = xmlRoot(head);
    return root !== null && isRoot(root);
  };
}

/**
 * Describes a document kind that is a ZIP archive.
 * @param extensions file extensions, each with its media type
 * @param others synonyms of the media type
 */
function container(extensions: Readonly<Record<string, string>>, others: readonly string[] = []): FileType {
  const types = new Set([...Object.values(extensions).map((type) => type.toLowerCase()), ...others]);
  return { includes: (mediaType) => types.has(mediaType), extensions, isContainer: true };
}

/** The readable kinds of files. The first matching row counts, and `text` is the fallback. */
export const FILE_TYPES = {
  pdf: {
    includes: (mediaType) => PDF_TYPES.has(mediaType),
    extensions: { pdf: "application/pdf" },
    opensWith: (head) => head.slice(0, PDF_SEARCHED_CHARS).includes("%PDF-"),
  },
  html: {
    includes: isHtmlType,
    extensions: { html: "text/html", htm: "text/html", xhtml: "application/xhtml+xml" },
    opensWith: (head) =>
      HTML_OPENING.test(head) || hasRoot(({ name, isDeclared }) => isDeclared && XHTML_ROOT.test(name))(head),
    looksLike: (head) => HTML_LOOKS.test(head),
  },
  docx: container({
    docx: `${OPEN_XML}.wordprocessingml.document`,
    dotx: `${OPEN_XML}.wordprocessingml.template`,
    docm: "application/vnd.ms-word.document.macroEnabled.12",
    dotm: "application/vnd.ms-word.template.macroEnabled.12",
  }),
  pptx: container({
    pptx: `${OPEN_XML}.presentationml.presentation`,
    ppsx: `${OPEN_XML}.presentationml.slideshow`,
    potx: `${OPEN_XML}.presentationml.template`,
    pptm: "application/vnd.ms-powerpoint.presentation.macroEnabled.12",
    ppsm: "application/vnd.ms-powerpoint.slideshow.macroEnabled.12",
  }),
  xlsx: container({
    xlsx: `${OPEN_XML}.spreadsheetml.sheet`,
    xltx: `${OPEN_XML}.spreadsheetml.template`,
    xlsm: "application/vnd.ms-excel.sheet.macroEnabled.12",
    xltm: "application/vnd.ms-excel.template.macroEnabled.12",
  }),
  odt: container({ odt: `${OPEN_DOCUMENT}.text`, ott: `${OPEN_DOCUMENT}.text-template` }),
  odp: container({ odp: `${OPEN_DOCUMENT}.presentation`, otp: `${OPEN_DOCUMENT}.presentation-template` }),
  ods: container({ ods: `${OPEN_DOCUMENT}.spreadsheet`, ots: `${OPEN_DOCUMENT}.spreadsheet-template` }),
  epub: container({ epub: "application/epub+zip" }),
  archive: container({ zip: ZIP_TYPE }, [
    "application/x-zip-compressed",
    "application/x-zip",
    "multipart/x-zip",
  ]),
  markdown: {
    includes: (mediaType) => MARKDOWN_TYPES.has(mediaType),
    extensions: { md: "text/markdown", markdown: "text/markdown", mdx: "text/markdown" },
    isPlainToo: true,
  },
  delimited: {
    includes: (mediaType) => DELIMITED_TYPES.test(mediaType),
    extensions: { csv: "text/csv", tsv: "text/tab-separated-values", tab: "text/tab-separated-values" },
    isPlainToo: true,
  },
  json: {
    includes: (mediaType) => JSON_TYPES.test(mediaType),
    extensions: {
      json: "application/json",
      jsonl: "application/jsonl",
      ndjson: "application/ndjson",
      geojson: "application/geo+json",
      webmanifest: "application/manifest+json",
    },
    looksLike: (head) => JSON_OPENING.test(head),
    isPlainToo: true,
  },
  captions: {
    includes: (mediaType) => CAPTION_TYPES.test(mediaType),
    extensions: { vtt: "text/vtt", srt: "application/x-subrip" },
    opensWith: (head) => /^(?:\xef\xbb\xbf)?WEBVTT(?:\s|$)/.test(head),
    looksLike: (head) => /^(?:\xef\xbb\xbf)?\s{0,9}\d{1,6}\r?\n\d\d:\d\d:\d\d,\d{3} --> /.test(head),
    isPlainToo: true,
  },
  calendar: {
    includes: (mediaType) => mediaType === "text/calendar" || mediaType === "application/ics",
    extensions: { ics: "text/calendar", ical: "text/calendar", ifb: "text/calendar" },
    opensWith: (head) => /^(?:\xef\xbb\xbf)?\s{0,9}BEGIN:VCALENDAR/i.test(head),
    isPlainToo: true,
  },
  rtf: {
    includes: (mediaType) => RTF_TYPES.test(mediaType),
    extensions: { rtf: "application/rtf" },
    opensWith: (head) => /^(?:\xef\xbb\xbf)?\s{0,9}\{\\rtf/.test(head),
    isPlainToo: true,
  },
  mbox: {
    includes: (mediaType) => mediaType === "application/mbox" || mediaType === "application/x-mbox",
    extensions: { mbox: "application/mbox" },
    opensWith: (head) => MAILBOX_OPENING.test(head),
    isPlainToo: true,
  },
  mail: {
    includes: (mediaType) => MAIL_TYPES.test(mediaType),
    extensions: { eml: "message/rfc822", mht: "message/rfc822", mhtml: "message/rfc822" },
    opensWith: (head) => MAIL_OPENING.test(head) && MIME_VERSION.test(head) && MULTIPART_FIELD.test(head),
    looksLike: (head) => MAIL_OPENING.test(head) && MAIL_FIELD.test(head),
    isPlainToo: true,
  },
  xml: {
    includes: (mediaType) => XML_TYPES.test(mediaType) || FLAT_OFFICE_TYPES.test(mediaType),
    extensions: {
      xml: "application/xml",
      rss: "application/rss+xml",
      atom: "application/atom+xml",
      gpx: "application/gpx+xml",
      kml: "application/vnd.google-earth.kml+xml",
      opml: "text/x-opml+xml",
      plist: "application/x-plist+xml",
      xliff: "application/xliff+xml",
      fodt: `${OPEN_DOCUMENT}.text-flat-xml`,
      fods: `${OPEN_DOCUMENT}.spreadsheet-flat-xml`,
      fodp: `${OPEN_DOCUMENT}.presentation-flat-xml`,
    },
    opensWith: (head) => flatKindOf(head.replace(UTF8_MARK, "")) !== null,
    looksLike: (head) => /^(?:\xef\xbb\xbf)?\s{0,9}<\?xml\s/.test(head),
    isPlainToo: true,
  },
  code: {
    includes: (mediaType) => CODE_TYPES.test(mediaType),
    extensions: CODE_EXTENSIONS,
    isPlainToo: true,
  },
  text: {
    includes: isTextual,
    extensions: {
      txt: "text/plain",
      text: "text/plain",
      log: "text/plain",
      rst: "text/plain",
      adoc: "text/plain",
      org: "text/plain",
      tex: "text/plain",
      yaml: "application/yaml",
      yml: "application/yaml",
      toml: "application/toml",
      ini: "text/plain",
      cfg: "text/plain",
      conf: "text/plain",
      env: "text/plain",
      properties: "text/plain",
      diff: "text/x-diff",
      patch: "text/x-diff",
      css: "text/css",
      scss: "text/x-scss",
      bib: "text/x-bibtex",
    },
  },
} as const satisfies Readonly<Record<string, FileType>>;

export type FileKind = keyof typeof FILE_TYPES;

function isTextual(mediaType: string): boolean {
  const isText = mediaType.startsWith("text/");
  const isStructured = STRUCTURED_SUFFIX.test(mediaType) && !mediaType.startsWith("image/");
  return isText || isStructured || TEXTUAL_APPLICATION.test(mediaType);
}
