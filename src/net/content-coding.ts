import { ExtractionError } from "../domain/extraction-error.ts";
import { readLimited } from "./read-limited.ts";

type Format = "gzip" | "deflate" | "deflate-raw";

/** The runtime undoes each of these when a response names it alone, in lower case; the header stays. */
const UNDONE_BY_RUNTIME = new Set(["gzip", "br"]);
const GZIP = new Set(["gzip", "x-gzip"]);
/** Registered codings that are not undone here (https://www.iana.org/assignments/http-parameters); browsers ignore a name that is none. */
const KNOWN = new Set(["br", "zstd", "compress", "x-compress", "dcb", "dcz", "exi", "aes128gcm", "pack200-gzip"]);
const MAX_CODINGS = 5;
/** RFC 1950, 2.2: the method is deflate, and both bytes together are a multiple of this. */
const ZLIB_METHOD = 8;
const ZLIB_CHECK = 31;

/** The codings of a response that are still to be undone, the last that was applied first. */
function codingsOf(header: string | null): readonly string[] {
  const written = header?.trim() ?? "";
  if (UNDONE_BY_RUNTIME.has(written)) return [];
  const names = written.split(",").map((name) => name.trim().toLowerCase());
  return names.filter((name) => GZIP.has(name) || name === "deflate" || KNOWN.has(name)).toReversed();
}

/**
 * The body of a response without its content codings.
 * @throws ExtractionError when it cannot be had without them; the signal's reason when it is aborted
 */
export async function readDecoded(response: Response, limit: number, signal: AbortSignal) {
  const codings = codingsOf(response.headers.get("content-encoding"));
  const read = await readLimited(response.body, limit, signal);
  // Part of a stream cannot be told from a damaged one.
  return read.isCut || read.bytes.length === 0 ? read : await decodedBody(read.bytes, codings, limit);
}

/**
 * A body without its content codings (RFC 9110, 8.4).
 * @param limit of its bytes, and of those of each step
 * @throws ExtractionError when a coding cannot be undone, or the body is not in it
 */
async function decodedBody(
  bytes: Uint8Array<ArrayBuffer>,
  codings: readonly string[],
  limit: number,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly isCut: boolean }> {
  if (codings.length > MAX_CODINGS) throw new ExtractionError(`The page came in more than ${MAX_CODINGS} content encodings.`);
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
  throw new ExtractionError(`The page came in the content encoding "${coding}", which cannot be read.`);
}

/** Many servers send raw deflate under the name of the format with a header. */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === ZLIB_METHOD && (first * 256 + second) % ZLIB_CHECK === 0;
}

async function inflated(bytes: Uint8Array<ArrayBuffer>, format: Format, coding: string, limit: number) {
  try {
    return await readLimited(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)), limit);
  } catch (cause) {
    throw new ExtractionError(`The page says that it is in the content encoding "${coding}", and is not.`, { cause });
  }
}
