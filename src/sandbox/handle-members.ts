import { listArchiveEntries } from "../ingestion/extract/list-archive-entries.ts";
import { lineOf } from "../ingestion/reading/document-parts.ts";
import { inSlices } from "../text/in-slices.ts";
import { answerBytes } from "./handle-bytes.ts";
import { failureOf } from "./failure-of.ts";
import { readUpload } from "./read-upload.ts";

const PIECE_BYTES = 256 * 1024;

/**
 * Receives an archive's bytes. Returns the list of its files as one JSON line, then on demand each file: a
 * line with its length, and its bytes.
 */
export async function answerMembers(request: Request): Promise<Response> {
  return answerBytes(partsOf(await readUpload(request)));
}

async function* partsOf(input: Awaited<ReturnType<typeof readUpload>>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  try {
    const members = await listArchiveEntries(input);
    yield encoder.encode(lineOf({ kind: "files", files: members.map(({ path, contentType }) => ({ path, contentType })) }));
    for (const member of members) {
      const content = await inSlices(member.bytes());
      yield encoder.encode(lineOf({ kind: "file", bytes: content.length }));
      for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES);
    }
  } catch (error) {
    yield encoder.encode(lineOf({ kind: "failure", ...failureOf(error) }));
  }
}
