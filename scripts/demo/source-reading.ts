import { decodeText } from "../../src/ingestion/extract/text/decode-text.ts";
import type { Document } from "./documents.ts";

/** Whether the file itself contains a quote, as read here and not by the service. */
export interface SourceReading {
  holds(quote: string, page: number): boolean;
}

/**
 * Reads a file to check quotes: text letter for letter; a page by letters and digits, because layout is not
 * text. Other files are checked against the service's text only.
 */
export async function readSource(document: Document): Promise<SourceReading> {
  switch (document.kind) {
    case "text": {
      const text = await decodeText(document.bytes, { charset: null, isHtml: false });
      return { holds: (quote) => text.includes(quote) };
    }
    case "html": {
      const letters = lettersOf(await readHtml(document.bytes));
      return { holds: (quote) => letters.includes(lettersOf(quote)) };
    }
    case "pdf": {
      const pages = (await readPdf(document.bytes)).map(lettersOf);
      // A sentence may begin on the cited page and end on the next.
      return {
        holds: (quote, page) => `${pages[page - 1] ?? ""}${pages[page] ?? ""}`.includes(lettersOf(quote)),
      };
    }
    case "other":
      return { holds: () => true };
    default:
      return document.kind satisfies never;
  }
}

function lettersOf(text: string): string {
  return text.normalize("NFKC").replaceAll(/[^\p{L}\p{N}]/gu, "");
}

async function readHtml(bytes: Uint8Array): Promise<string> {
  const { parseHTML } = await import("linkedom");
  return parseHTML(await decodeText(bytes, { charset: null, isHtml: true })).document.documentElement
    .textContent;
}

async function readPdf(bytes: Uint8Array): Promise<string[]> {
  const { extractText, getDocumentProxy } = await import("unpdf");
  // pdf.js may detach the buffer that it receives.
  const pdf = await getDocumentProxy(bytes.slice(), { verbosity: 0 });
  const { text } = await extractText(pdf, { mergePages: false });
  return text;
}
