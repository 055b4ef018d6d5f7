import type { ExtractTextInput } from "../ingestion/extract/extract-text.ts";
import { MAX_PARSED_BYTES } from "../ingestion/extract/file-types.ts";
import { parseHint } from "../ingestion/extract/parse-hint.ts";
import { FILE_NAME_HEADER, PARSE_HINT_HEADER } from "../ingestion/extraction/sandbox-client.ts";
import { readLimited } from "../net/read-limited.ts";

/** Reads the file in a request of the service. */
export async function readUpload(request: Request): Promise<ExtractTextInput> {
  // Reads one byte more than the limit, to detect files that are too large.
  const { bytes } = await readLimited(request.body, MAX_PARSED_BYTES + 1);
  const contentType = request.headers.get("content-type") ?? "";
  const originalFileName = decodeURIComponent(request.headers.get(FILE_NAME_HEADER) ?? "");
  return {
    bytes,
    contentType,
    originalFileName,
    parseHint: parseHint.optional().parse(request.headers.get(PARSE_HINT_HEADER) ?? undefined),
  };
}
