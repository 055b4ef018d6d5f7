import { extractText } from "../ingestion/extract/extract-text.ts";
import { type PassageOffset, serializePart } from "../ingestion/extraction/extraction-stream.ts";
import { type BufferedExtraction, readDocument } from "../ingestion/extraction/read-document.ts";
import { TEXT_ONLY_HEADER } from "../ingestion/extraction/sandbox-client.ts";
import { streamResponse } from "./stream-response.ts";
import { serializableFailure } from "./serializable-failure.ts";
import { readUpload } from "./read-upload.ts";

const PLACES_PER_LINE = 1_000;
/** Maximum number of locators in one line, because each may contain a name of 255 characters. */
const RUNS_PER_LINE = 4_000;
const BYTES_AT_ONCE = 256 * 1024;

/** Receives a file's bytes. Returns one JSON value per line, followed by the text and the artifacts. */
export async function handleDocument(request: Request): Promise<Response> {
  return streamResponse(partsOf(await readUpload(request), !request.headers.has(TEXT_ONLY_HEADER)));
}

async function* partsOf(
  input: Parameters<typeof readDocument>[0],
  makes: boolean,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let document: BufferedExtraction;
  try {
    document = await readDocument(input, extractText, makes);
  } catch (error) {
    yield encoder.encode(serializePart({ kind: "failure", ...serializableFailure(error) }));
    return;
  }
  const { head, places, keywords, summary, entryCount, note, bytes, artifacts } = document;
  yield encoder.encode(serializePart(head));
  for (const chunks of linesOf(places)) yield encoder.encode(serializePart({ kind: "chunks", chunks }));
  yield encoder.encode(
    serializePart({
      kind: "end",
      keywords: [...keywords],
      summary,
      entryCount,
      note,
      artifacts: artifacts?.head ?? null,
    }),
  );
  for (const content of [bytes, artifacts?.bytes ?? new Uint8Array()]) {
    for (let at = 0; at < content.length; at += BYTES_AT_ONCE) yield content.subarray(at, at + BYTES_AT_ONCE);
  }
}

type SentPlaces = Extract<Parameters<typeof serializePart>[0], { kind: "chunks" }>["chunks"];

function* linesOf(places: Iterable<PassageOffset>): Generator<SentPlaces> {
  let line: SentPlaces = [];
  let runs = 0;
  for (const [start, end, page, locators] of places) {
    line.push(
      locators === undefined
        ? [start, end, page]
        : [start, end, page, locators.map(([at, locator]) => [at, locator])],
    );
    runs += locators?.length ?? 0;
    if (line.length < PLACES_PER_LINE && runs < RUNS_PER_LINE) continue;
    yield line;
    [line, runs] = [[], 0];
  }
  if (line.length > 0) yield line;
}
