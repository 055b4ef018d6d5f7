import { runCooperatively } from "../../../text/run-cooperatively.ts";
import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import { decodeText } from "../text/decode-text.ts";
import { readXml } from "../xml/read-xml.ts";
import { ZipArchive } from "../zip/zip-archive.ts";
import { countHtml } from "./count-html.ts";
import { ParagraphCollector, type WordSink, isEncoded, MAX_COUNTED_CHARS } from "./word-sink.ts";

const MAX_CHAPTER_BYTES = 4 * 1024 * 1024;
const CHAPTER = /\.x?html?$/i;

/** Adds the words between the tags of XML. */
export function* countXml(text: string, sink: WordSink): CooperativeTask<void> {
  const paragraph = new ParagraphCollector(sink);
  const reader = {
    text: (content: string): void => {
      if (!isEncoded(content)) paragraph.add(content, "");
    },
    open: (): void => paragraph.end(),
    close: (): void => paragraph.end(),
  };
  // If the text was cut, it is not well-formed, so the count ends with an error here.
  yield* readXml([new TextEncoder().encode(text.slice(0, MAX_COUNTED_CHARS))], reader, { doctype: true });
}

/** Adds the words of all pages of a book, including pages that are missing from its table of contents. */
export async function countBook(bytes: Uint8Array, sink: WordSink): Promise<void> {
  const zip = new ZipArchive(bytes);
  for (const name of zip.names) {
    if (!CHAPTER.test(name) || zip.sizeOf(name) > MAX_CHAPTER_BYTES) continue;
    const html = await decodeText(await runCooperatively(zip.bytesOf(name)), { charset: null, isHtml: true });
    await runCooperatively(countHtml(html, sink));
  }
}
