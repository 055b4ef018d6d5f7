/**
 * Sources of the corpus: packages of Debian and of the npm registry, by name. They are not installed or run.
 */
export interface CorpusPackage {
  readonly name: string;
  /**
   * `source`: a Debian source package with upstream test files; `deb`: a binary package; `npm`: a package of
   * the npm registry.
   */
  readonly kind: "source" | "deb" | "npm";
  /** For npm packages; Debian serves one version. */
  readonly version?: string;
  /** Members to unpack, as patterns of `tar --wildcards`. Default: all. */
  readonly members?: readonly string[];
}

const OFFICE = ["docx", "pptx", "xlsx", "odt", "odp", "ods", "rtf"];

export const PACKAGES: readonly CorpusPackage[] = [
  { name: "libreoffice", kind: "source", members: [...OFFICE, "csv"].map((ending) => `*/qa/*.${ending}`) },
  { name: "libapache-poi-java", kind: "source", members: [...OFFICE, "java"].map((ending) => `*.${ending}`) },
  {
    name: "pandoc",
    kind: "source",
    members: [...OFFICE, "epub", "md", "html", "hs", "lua", "xml"].map((ending) => `*.${ending}`),
  },
  { name: "pdf.js", kind: "source", members: ["*/test/pdfs/*.pdf", "*/src/*.js"] },
  { name: "pypdf", kind: "source", members: ["*.pdf", "*.py", "*.md"] },
  { name: "pdfminer", kind: "source", members: ["*.pdf", "*.py"] },
  {
    name: "calibre",
    kind: "source",
    members: ["*.epub", "*/resources/*.json", "*/src/calibre/ebooks/*.py", "*.xml"],
  },
  { name: "unrtf", kind: "source", members: ["*.rtf", "*.c"] },
  { name: "uchardet", kind: "source", members: ["*/test/*.txt"] },
  { name: "gmime", kind: "source", members: ["*.eml", "*.c"] },
  { name: "libxml2", kind: "source", members: ["*/test/*.xml"] },
  { name: "libpython3.11-testsuite", kind: "deb" },
  { name: "texlive-publishers-doc", kind: "deb", members: ["*.pdf"] },
  { name: "debian-policy", kind: "deb" },
  { name: "developers-reference", kind: "deb" },
  { name: "debian-reference-en", kind: "deb" },
  { name: "debian-reference-de", kind: "deb" },
  { name: "debmake-doc", kind: "deb" },
  { name: "maint-guide", kind: "deb" },
  { name: "octave-doc", kind: "deb" },
  { name: "r-doc-pdf", kind: "deb" },
  { name: "gnuplot-doc", kind: "deb" },
  { name: "asymptote-doc", kind: "deb" },
  { name: "openmpi-doc", kind: "deb" },
  { name: "sqlite3-doc", kind: "deb" },
  { name: "python-reportlab-doc", kind: "deb" },
  { name: "python3-icalendar", kind: "deb" },
  { name: "iso-codes", kind: "deb" },
  { name: "vega-datasets", kind: "npm", version: "3.2.1" },
  { name: "papaparse", kind: "npm", version: "5.7.1" },
  { name: "csv-spectrum", kind: "npm", version: "2.0.0" },
  { name: "mammoth", kind: "npm", version: "1.13.0" },
  { name: "subsrt", kind: "npm", version: "1.1.1" },
  { name: "subtitles-parser", kind: "npm", version: "0.0.2" },
  { name: "lodash", kind: "npm", version: "4.18.1" },
  { name: "date-fns", kind: "npm", version: "4.4.0" },
];
