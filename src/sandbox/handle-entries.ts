import { listArchiveEntries } from "../ingestion/extract/list-archive-entries.ts";
import { serializePart } from "../ingestion/extraction/extraction-stream.ts";
import { runCooperatively } from "../text/run-cooperatively.ts";
import { streamResponse } from "./stream-response.ts";
import { serializableFailure } from "./serializable-failure.ts";
import { readUpload } from "./read-upload.ts";

const PIECE_BYTES = 256 * 1024;

/**
 * Receives an archive's bytes. Returns the list of its files as one JSON line. Then returns each file on
 * demand: a line with its length, and its bytes.
 */
export async function handleEntries(request: Request): Promise<Response> {
  return streamResponse(partsOf(await readUpload(request)));
}

async function* partsOf(input: Awaited<ReturnType<typeof readUpload>>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  try {
    const members = await listArchiveEntries(input);
    yield encoder.encode(
      serializePart({
        kind: "files",
        files: members.map(({ path, contentType }) => ({ path, contentType })),
      }),
    );
    for (const member of members) {
      const content = await runCooperatively(member.bytes());
      yield encoder.encode(serializePart({ kind: "file", bytes: content.length }));
      for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES);
    }
  } catch (error) {
    yield encoder.encode(serializePart({ kind: "failure", ...serializableFailure(error) }));
  }
}
