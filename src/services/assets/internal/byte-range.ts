import parseRange from "range-parser";
import { OutOfRangeError } from "../../../domain/errors.ts";

/** Positions of the first and the last byte, from 0, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Range request of the caller (RFC 9110, section 14). */
export interface RangeRequest {
  /** The `Range` header. */
  readonly range: string | null;
  /** The `If-Range` header. The range applies only if the etag is still this one. */
  readonly ifRange: string | null;
}

const SUFFIX = /^bytes=-(\d{1,15})$/;

/**
 * Returns the range to send, or null for the whole content. The service ignores multiple and malformed
 * ranges.
 * @param of.size size of the content in bytes
 * @throws OutOfRangeError for an empty range, and always for empty content
 */
export function chooseRange(
  { range, ifRange }: RangeRequest,
  of: { readonly etag: string; readonly size: number },
): ByteRange | null {
  if (range === null || (ifRange !== null && ifRange !== `"${of.etag}"`)) return null;
  // The parser rejects a suffix longer than the content. By RFC 9110, such a suffix means the whole content.
  const suffix = Number(SUFFIX.exec(range)?.[1] ?? 0);
  if (of.size > 0 && suffix > of.size) return { start: 0, end: of.size - 1 };
  const ranges = parseRange(of.size, range);
  if (ranges === -1) throw new OutOfRangeError(of.size);
  if (ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}

/** @returns the length in bytes */
export function lengthOf({ start, end }: ByteRange): number {
  return end - start + 1;
}
