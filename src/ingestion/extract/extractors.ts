import { cleanProse } from "./text/clean-prose.ts";
import { decodeText } from "./text/decode-text.ts";
import type { ExtractedText } from "./extracted-text.ts";
import { type FileKind, MAX_PARSED_BYTES } from "./file-types.ts";
import { proseOf } from "./text/plain-text.ts";

interface FileExtractor {
  /** Maximum file size for this kind, at most `MAX_PARSED_BYTES`. */
  readonly maxBytes: number;
  /**
   * Extracts the text. Loads the parser on first use.
   * @throws ExtractionError
   */
  readonly extract: (bytes: Uint8Array, charset: string | null) => ExtractedText | Promise<ExtractedText>;
}

/**
 * The extractor of each kind in `FILE_TYPES`. Only the sandbox Worker imports this table, so the main Worker
 * contains no parser for untrusted files.
 */
export const EXTRACTORS: Readonly<Record<FileKind, FileExtractor>> = {
  pdf: {
    maxBytes: MAX_PARSED_BYTES,
    extract: async (bytes) => await (await import("./pdf/extract-pdf.ts")).extractPdf(bytes),
  },
  html: {
    maxBytes: MAX_PARSED_BYTES,
    extract: async (bytes, charset) =>
      await (
        await import("./html/extract-html.ts")
      ).extractHtml(await decodeText(bytes, { charset, isHtml: true })),
  },
  docx: {
    maxBytes: MAX_PARSED_BYTES,
    extract: async (bytes) => await (await import("./office/extract-docx.ts")).extractDocx(bytes),
  },
  pptx: {
    maxBytes: MAX_PARSED_BYTES,
    extract: async (bytes) => await (await import("./office/extract-pptx.ts")).extractPptx(bytes),
  },
  xlsx: {
    maxBytes: MAX_PARSED_BYTES,
    extract: async (bytes) => await (await import("./office/extract-xlsx.ts")).extractXlsx(bytes),
  },
  odt: openDocument("odt"),
  odp: openDocument("odp"),
  ods: openDocument("ods"),
  epub: {
    maxBytes: MAX_PARSED_BYTES,
    extract: async (bytes) => await (await import("./office/extract-epub.ts")).extractEpub(bytes),
  },
  archive: {
    maxBytes: MAX_PARSED_BYTES,
    extract: async (bytes) => await (await import("./archive/extract-archive.ts")).extractArchive(bytes),
  },
  delimited: ofText(async () =>
    withoutHiddenSigns((await import("./table/extract-delimited.ts")).extractDelimited),
  ),
  json: ofText(async () => (await import("./json/extract-json.ts")).extractJson),
  captions: ofText(async () =>
    withoutHiddenSigns((await import("./captions/extract-captions.ts")).extractCaptions),
  ),
  calendar: {
    maxBytes: MAX_PARSED_BYTES,
    extract: async (bytes, charset) => {
      const [{ extractCalendar }, { repairFoldedUtf8: withWholeLetters }] = await Promise.all([
        import("./calendar/extract-calendar.ts"),
        import("./calendar/repair-folded-utf8.ts"),
      ]);
      return extractCalendar(await decodeText(withWholeLetters(bytes), { charset, isHtml: false }));
    },
  },
  xml: ofText(async () => (await import("./xml/extract-xml-file.ts")).extractXmlFile),
  code: ofText(async () => (await import("./code/extract-code.ts")).extractCode),
  rtf: {
    maxBytes: MAX_PARSED_BYTES,
    extract: async (bytes) => (await import("./rtf/extract-rtf.ts")).extractRtf(bytes),
  },
  mail: {
    maxBytes: MAX_PARSED_BYTES,
    extract: async (bytes) => await (await import("./mail/extract-mail.ts")).extractMail(bytes),
  },
  mbox: {
    maxBytes: MAX_PARSED_BYTES,
    extract: async (bytes) => await (await import("./mail/extract-mail.ts")).extractMbox(bytes),
  },
  markdown: ofText(async () => (text) => proseOf(text, "markdown")),
  text: ofText(async () => (text) => proseOf(text, "text")),
};

/** Removes soft hyphens and terminal color codes, which would split words or become part of them. */
function withoutHiddenSigns(read: (text: string) => ExtractedText): (text: string) => ExtractedText {
  return (text) => read(cleanProse(text).text);
}

/** Adapts an extractor that takes a string to one that takes bytes. */
function ofText(
  load: () => Promise<(text: string) => ExtractedText | Promise<ExtractedText>>,
): FileExtractor {
  return {
    maxBytes: MAX_PARSED_BYTES,
    extract: async (bytes, charset) =>
      await (
        await load()
      )(await decodeText(bytes, { charset, isHtml: false })),
  };
}

function openDocument(kind: "odt" | "odp" | "ods"): FileExtractor {
  return {
    maxBytes: MAX_PARSED_BYTES,
    extract: async (bytes) => await (await import("./office/extract-odf.ts")).extractOdf(bytes, kind),
  };
}
