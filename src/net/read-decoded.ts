import { ExtractionError } from "../domain/extraction-error.ts";
import { readLimited } from "./read-limited.ts";

type Format = "gzip" | "deflate" | "deflate-raw";

/**
 * Codings that workerd decodes if a response names exactly one of them in lower case. workerd keeps the
 * header.
 */
const UNDONE_BY_RUNTIME = new Set(["gzip", "br"]);
const GZIP = new Set(["gzip", "x-gzip"]);
/**
 * Registered codings that this module does not decode (https://www.iana.org/assignments/http-parameters).
 * Codings with other names are ignored, as browsers do.
 */
const KNOWN = new Set([
  "br",
  "zstd",
  "compress",
  "x-compress",
  "dcb",
  "dcz",
  "exi",
  "aes128gcm",
  "pack200-gzip",
]);
const MAX_CODINGS = 5;
/**
 * Compression method of a zlib header (RFC 1950, 2.2). The two header bytes together are a multiple of 31.
 */
const ZLIB_METHOD = 8;
const ZLIB_CHECK = 31;

/** Returns the codings that the runtime did not decode, last applied first. */
function codingsOf(header: string | null): readonly string[] {
  const written = header?.trim() ?? "";
  if (UNDONE_BY_RUNTIME.has(written)) return [];
  const names = written.split(",").map((name) => name.trim().toLowerCase());
  return names.filter((name) => GZIP.has(name) || name === "deflate" || KNOWN.has(name)).toReversed();
}

/**
 * Reads the body of a response and removes content codings.
 * @throws ExtractionError if the body cannot be decoded; the signal's reason if aborted
 */
export async function readDecoded(response: Response, limit: number, signal: AbortSignal) {
  const codings = codingsOf(response.headers.get("content-encoding"));
  const read = await readLimited(response.body, limit, signal);
  // Does not decode a truncated body, because it looks like a damaged one.
  return read.isCut || read.bytes.length === 0 ? read : await decodedBody(read.bytes, codings, limit);
}

/**
 * Decodes a body (RFC 9110, 8.4).
 * @param limit of the decoded bytes, and of each intermediate result
 * @throws ExtractionError if a coding is unsupported or the data is invalid
 */
async function decodedBody(
  bytes: Uint8Array<ArrayBuffer>,
  codings: readonly string[],
  limit: number,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly isCut: boolean }> {
  if (codings.length > MAX_CODINGS)
    throw new ExtractionError(`The page has more than ${MAX_CODINGS} content encodings.`);
  let decoded = { bytes, isCut: false };
  for (const coding of codings) {
    const format = formatOf(coding, decoded.bytes);
    decoded = await inflated(decoded.bytes, format, coding, limit);
    if (decoded.isCut) return decoded;
  }
  return decoded;
}

function formatOf(coding: string, bytes: Uint8Array): Format {
  if (GZIP.has(coding)) return "gzip";
  if (coding === "deflate") return hasZlibHeader(bytes) ? "deflate" : "deflate-raw";
  throw new ExtractionError(`The page has the unsupported content encoding "${coding}".`);
}

/** Whether `deflate` data has its zlib header. Many servers send raw deflate data without it. */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === ZLIB_METHOD && (first * 256 + second) % ZLIB_CHECK === 0;
}

async function inflated(bytes: Uint8Array<ArrayBuffer>, format: Format, coding: string, limit: number) {
  try {
    return await readLimited(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)), limit);
  } catch (cause) {
    throw new ExtractionError(`The page declares the content encoding "${coding}" and does not use it.`, {
      cause,
    });
  }
}
