import parseRange from "range-parser";
import { OutOfRangeError } from "../../../domain/errors.ts";

/** Byte positions from 0, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The caller's range request (RFC 9110, section 14). */
export interface RangeRequest {
  /** The `Range` header. */
  readonly range: string | null;
  /** The `If-Range` header: the range applies only to that etag. */
  readonly ifRange: string | null;
}

const SUFFIX = /^bytes=-(\d{1,15})$/;

/**
 * The range to send. Null for the whole content: the service ignores multiple and malformed ranges.
 * @param of.size in bytes
 * @throws OutOfRangeError for an empty range, and always for empty content
 */
export function chooseRange({ range, ifRange }: RangeRequest, of: { readonly etag: string; readonly size: number }): ByteRange | null {
  if (range === null || (ifRange !== null && ifRange !== `"${of.etag}"`)) return null;
  // The parser rejects a suffix longer than the content, which by RFC 9110 means all of it.
  const suffix = Number(SUFFIX.exec(range)?.[1] ?? 0);
  if (of.size > 0 && suffix > of.size) return { start: 0, end: of.size - 1 };
  const ranges = parseRange(of.size, range);
  if (ranges === -1) throw new OutOfRangeError(of.size);
  if (ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}

/** @returns bytes */
export function lengthOf({ start, end }: ByteRange): number {
  return end - start + 1;
}
