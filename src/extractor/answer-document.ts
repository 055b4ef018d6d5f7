import { readLimited } from "../net/read-limited.ts";
import { extractText } from "../ingestion/extract/extract-text.ts";
import { MAX_PARSED_BYTES } from "../ingestion/extract/file-types.ts";
import { lineOf } from "../ingestion/reading/document-parts.ts";
import { FILE_NAME_HEADER } from "../ingestion/reading/extractor.ts";
import { type DocumentRead, readDocument } from "../ingestion/reading/read-document.ts";
import { failureOf } from "./failure-of.ts";

const PLACES_A_LINE = 1_000;
const TEXT_AT_ONCE = 256 * 1024;

/** A file's bytes come in. What was made of it goes out, one JSON value a line, and then its text as it is. */
export async function answerDocument(request: Request): Promise<Response> {
  // One byte more than may be read: so what is too large is told from what just fits.
  const { bytes } = await readLimited(request.body, MAX_PARSED_BYTES + 1);
  const contentType = request.headers.get("content-type") ?? "";
  const originalFileName = decodeURIComponent(request.headers.get(FILE_NAME_HEADER) ?? "");
  const parts = partsOf({ bytes, contentType, originalFileName });
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
  return new Response(body, { headers: { "content-type": "application/octet-stream" } });
}

async function* partsOf(input: Parameters<typeof readDocument>[0]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let document: DocumentRead;
  try {
    document = await readDocument(input, extractText);
  } catch (error) {
    yield encoder.encode(lineOf({ kind: "failure", ...failureOf(error) }));
    return;
  }
  const { head, places, keywords, summary, bytes } = document;
  yield encoder.encode(lineOf(head));
  for (let at = 0; at < places.length; at += PLACES_A_LINE) {
    yield encoder.encode(lineOf({ kind: "chunks", chunks: places.slice(at, at + PLACES_A_LINE).map((place) => [...place]) }));
  }
  yield encoder.encode(lineOf({ kind: "end", keywords: [...keywords], summary }));
  for (let at = 0; at < bytes.length; at += TEXT_AT_ONCE) yield bytes.subarray(at, at + TEXT_AT_ONCE);
}
