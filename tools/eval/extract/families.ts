import type { ReaderName } from "./readers/reader.ts";

/** Files that this project and a reference reader parse in one way. */
export interface Family {
  readonly name: string;
  readonly reader: ReaderName;
  /** Matches paths within a package. */
  readonly matches: RegExp;
  /** Source packages, used in rotation. */
  readonly from: readonly string[];
  /** Declared content type, if the name does not imply it. */
  readonly contentType?: string;
  /** Extension for the upload, if the file's own is unclear. */
  readonly ending?: string;
}

const DOCS = [
  "debian-policy",
  "developers-reference",
  "debian-reference-en",
  "debian-reference-de",
  "debmake-doc",
  "maint-guide",
  "octave-doc",
  "gnuplot-doc",
  "asymptote-doc",
  "sqlite3-doc",
];
const OFFICE = ["libapache-poi-java", "libreoffice", "pandoc"];

export const FAMILIES: readonly Family[] = [
  {
    name: "pdf",
    reader: "pdftotext",
    matches: /\.pdf$/,
    from: [
      ...DOCS,
      "r-doc-pdf",
      "python-reportlab-doc",
      "texlive-publishers-doc",
      "pdf.js",
      "pypdf",
      "pdfminer",
    ],
  },
  {
    name: "pdf, two columns",
    reader: "pdftotext",
    matches:
      /latex\/(?:ieeetran|acmart|revtex(?:4|4-1)?|aastex|asmeconf|asmejour|jacow|quantumarticle|els-cas-templates|confproc|tugboat|beilstein|sageep|usenix)\/.*\.pdf$/,
    from: ["texlive-publishers-doc"],
  },
  { name: "docx", reader: "pandoc-docx", matches: /\.docx$/, from: [...OFFICE, "mammoth"] },
  { name: "pptx", reader: "slides", matches: /\.pptx$/, from: OFFICE },
  { name: "xlsx", reader: "sheets-as-shown", matches: /\.xlsx$/, from: OFFICE },
  { name: "odt", reader: "pandoc-odt", matches: /\.odt$/, from: OFFICE },
  { name: "odp", reader: "slides", matches: /\.odp$/, from: OFFICE },
  { name: "ods", reader: "sheets-as-shown", matches: /\.ods$/, from: OFFICE },
  {
    name: "epub",
    reader: "pandoc-epub",
    matches: /\.epub$/,
    from: ["pandoc", "calibre", "debian-policy", "developers-reference", "debmake-doc", "made"],
  },
  { name: "rtf", reader: "office-text", matches: /\.rtf$/, from: ["libreoffice", "unrtf", "pandoc"] },
  {
    name: "eml",
    reader: "mail",
    matches: /(?:\.eml|test_email\/data\/msg_\d+\.txt)$/,
    from: ["gmime", "libpython3.11-testsuite", "made"],
    contentType: "message/rfc822",
    ending: "eml",
  },
  { name: "html", reader: "pandoc-html", matches: /\.html$/, from: DOCS },
  {
    name: "markdown",
    reader: "pandoc-gfm",
    matches: /\.md$/,
    from: ["pandoc", "pypdf", "vega-datasets", "lodash", "date-fns", "mammoth", "papaparse"],
  },
  {
    name: "csv",
    reader: "delimited",
    matches: /\.[ct]sv$/,
    from: ["vega-datasets", "papaparse", "csv-spectrum", "asymptote-doc", "libreoffice"],
  },
  {
    name: "json",
    reader: "json",
    matches: /\.json$/,
    from: ["vega-datasets", "calibre", "iso-codes", "lodash", "date-fns"],
  },
  {
    name: "xml",
    reader: "xml",
    matches: /\.xml$/,
    from: ["libxml2", "libpython3.11-testsuite", "iso-codes", "pandoc", "calibre", "python-reportlab-doc"],
  },
  {
    name: "captions",
    reader: "captions",
    matches: /\.(?:vtt|srt)$/,
    from: ["subsrt", "subtitles-parser", "made"],
  },
  { name: "calendar", reader: "calendar", matches: /\.ics$/, from: ["python3-icalendar", "made"] },
  {
    name: "code",
    reader: "lines",
    matches: /\.(?:java|py|c|hs|js|lua)$/,
    from: ["libapache-poi-java", "pypdf", "pdf.js", "unrtf", "gmime", "pandoc", "date-fns"],
  },
  {
    name: "encodings",
    reader: "iconv",
    matches: /\/test\/[a-z]{2}\/[^/]+\.txt$/,
    from: ["uchardet"],
    contentType: "text/plain",
  },
];
