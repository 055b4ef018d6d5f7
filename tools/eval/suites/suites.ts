import type { ReaderName } from "../extract/readers/reader.ts";

/**
 * Test files in another project's repository, downloaded at this commit. The project does not contain them.
 */
export interface Suite {
  readonly name: string;
  /** On GitHub. */
  readonly repository: string;
  readonly commit: string;
  /** Paths of its test inputs. */
  readonly inputs: RegExp;
  /** Excludes paths of expected outputs and other non-documents. */
  readonly except?: RegExp;
}

export const SUITES: readonly Suite[] = [
  {
    name: "docling",
    repository: "docling-project/docling",
    commit: "e1cb2b234c48ff29746b0f2f843d07f8e23905a0",
    inputs: /^tests\/data\//,
    except: /groundtruth|\/pdf_password\//,
  },
  {
    name: "unstructured",
    repository: "Unstructured-IO/unstructured",
    commit: "3e5482bfcdc843b5218ad98d2845b4b71ab013b7",
    inputs: /^example-docs\//,
    except: /README/,
  },
  {
    name: "tika",
    repository: "apache/tika",
    commit: "2b70202aaec3db48fd5ff4d996d974444a750a11",
    inputs: /\/test-documents\//,
  },
  {
    name: "pdf.js",
    repository: "mozilla/pdf.js",
    commit: "0f26334f9d6f96119f6e5164fb65832fbbde7344",
    inputs: /^test\/pdfs\//,
  },
  {
    name: "sheetjs",
    repository: "SheetJS/test_files",
    commit: "fb4bdf0158ba308c182f82663b61607bb79cd4b5",
    inputs: /\.(?:xlsx|ods)$/,
  },
  {
    name: "markitdown",
    repository: "microsoft/markitdown",
    commit: "a51f725d7ff4cdfe3bb6ad2ce2c04d98bf5f1f00",
    inputs: /^packages\/[^/]+\/tests\//,
    except: /expected_outputs|\.md$/,
  },
  {
    name: "mammoth",
    repository: "mwilliamson/mammoth.js",
    commit: "e3b9cecdaa3df0d9007ed7b06add53c65516e429",
    inputs: /^test\/test-data\//,
  },
  {
    name: "mailparser",
    repository: "nodemailer/mailparser",
    commit: "bb1881eb35c0d406c68c8613443827ccbad00065",
    inputs: /\.eml$/,
  },
];

export interface SuiteFormat {
  readonly name: string;
  readonly reader: ReaderName;
  readonly endings: RegExp;
  /** Declared content type, if the name does not imply it. */
  readonly contentType?: string;
}

/** Formats of the suites that the service reads, each with a reference reader. */
export const SUITE_FORMATS: readonly SuiteFormat[] = [
  { name: "pdf", reader: "pdftotext", endings: /\.pdf$/i },
  { name: "docx", reader: "pandoc-docx", endings: /\.docx$/i },
  { name: "pptx", reader: "slides", endings: /\.pptx$/i },
  { name: "xlsx", reader: "sheets-as-shown", endings: /\.xlsx$/i },
  { name: "odt", reader: "pandoc-odt", endings: /\.odt$/i },
  { name: "odp", reader: "slides", endings: /\.odp$/i },
  { name: "ods", reader: "sheets-as-shown", endings: /\.ods$/i },
  { name: "epub", reader: "pandoc-epub", endings: /\.epub$/i },
  { name: "rtf", reader: "office-text", endings: /\.rtf$/i },
  { name: "html", reader: "pandoc-html", endings: /\.html?$/i },
  { name: "eml", reader: "mail", endings: /\.eml$/i, contentType: "message/rfc822" },
  { name: "mbox", reader: "mailbox", endings: /\.mbox$/i, contentType: "application/mbox" },
  { name: "csv", reader: "delimited", endings: /\.[ct]sv$/i },
  { name: "captions", reader: "captions", endings: /\.(?:vtt|srt)$/i },
  { name: "markdown", reader: "pandoc-gfm", endings: /\.md$/i },
];
