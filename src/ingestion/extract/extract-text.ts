import { decodeText } from "./decode-text.ts";
import type { ExtractedText } from "./extracted-text.ts";
import { ExtractionError } from "./extraction-error.ts";
import { formatOf } from "./media-type.ts";

/** Parsers need the file whole, and objects may share an isolate's 128 MB. */
export const MAX_PARSED_BYTES = 25 * 1024 * 1024;

const TITLE_SEARCHED_CHARS = 4000;
const FRONT_MATTER = /^---\r?\n([^]*?)\r?\n---(?:\r?\n|$)/;
const FRONT_MATTER_TITLE = /^title:\s*(["']?)(.+?)\1\s*$/m;
const ATX_HEADING = /^ {0,3}#{1,6}[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*\r?$/m;
const SETEXT_HEADING = /^(?=.*\S)(.+?)[ \t]*\r?\n {0,3}(?:={2,}|-{2,})[ \t]*\r?$/m;

export interface ExtractTextInput {
  readonly bytes: Uint8Array;
  /** As declared, with parameters; `""` when unknown. */
  readonly contentType: string;
  readonly originalFileName: string;
}

/**
 * The text of a file. Plain text and Markdown stay as they stand but for byte-order mark and NULs; for other formats see the extractors.
 * @throws ExtractionError and nothing else, whatever the bytes are
 */
export async function extractText(input: ExtractTextInput): Promise<ExtractedText> {
  if (input.bytes.length === 0) throw new ExtractionError("This file is empty.");
  if (input.bytes.length > MAX_PARSED_BYTES) throw new ExtractionError("This file is larger than 25 MiB, the most that can be read.");
  try {
    return await extractFormat(input);
  } catch (cause) {
    if (cause instanceof ExtractionError) throw cause;
    throw new ExtractionError("This file could not be read.", { permanent: false, cause });
  }
}

async function extractFormat(input: ExtractTextInput): Promise<ExtractedText> {
  const format = formatOf(input);
  switch (format.kind) {
    case "text":
      return plain(decodeText(input.bytes, { charset: format.charset, isHtml: false }), "text");
    case "markdown":
      return plain(decodeText(input.bytes, { charset: format.charset, isHtml: false }), "markdown");
    case "html": {
      const { extractHtml } = await import("./extract-html.ts");
      return extractHtml(decodeText(input.bytes, { charset: format.charset, isHtml: true }));
    }
    case "pdf": {
      const { extractPdf } = await import("./extract-pdf.ts");
      return extractPdf(input.bytes);
    }
    case "unsupported":
      throw new ExtractionError(`Files of type ${format.mediaType} cannot be read yet.`);
    default:
      return format satisfies never;
  }
}

function plain(text: string, strategy: "text" | "markdown"): ExtractedText {
  if (text.trim() === "") throw new ExtractionError("This file holds no text.");
  const isMarkdown = strategy === "markdown";
  return { text, pages: [], title: isMarkdown ? markdownTitle(text) : "", strategy, html: null, markdown: isMarkdown ? text : null };
}

/** The title of the front matter, else the first heading; `""` when there is neither near the beginning. */
function markdownTitle(text: string): string {
  const head = text.slice(0, TITLE_SEARCHED_CHARS);
  const frontMatter = FRONT_MATTER.exec(head);
  const declared = FRONT_MATTER_TITLE.exec(frontMatter?.[1] ?? "")?.[2];
  const body = frontMatter ? head.slice(frontMatter[0].length) : head;
  const [atx, setext] = [ATX_HEADING.exec(body), SETEXT_HEADING.exec(body)];
  const first = atx && (!setext || atx.index < setext.index) ? atx : setext;
  return (declared ?? first?.[1] ?? "").trim();
}
