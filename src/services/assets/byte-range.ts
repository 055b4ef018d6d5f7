import parseRange from "range-parser";
import { OutOfRangeError } from "../../domain/errors.ts";

/** Of bytes, from 0; both are included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What a caller asks for of some bytes, as HTTP says it (RFC 9110, section 14). */
export interface RangeAsked {
  /** The `Range` header. */
  readonly range: string | null;
  /** The `If-Range` header: the range is meant for that etag only. */
  readonly ifRange: string | null;
}

const SUFFIX = /^bytes=-(\d{1,15})$/;

/**
 * The range that is answered; null for all bytes: several ranges at once, or what is none, mean all of them.
 * @param of.size bytes
 * @throws OutOfRangeError when there is nothing in the range, as always where there is no byte
 */
export function chooseRange({ range, ifRange }: RangeAsked, of: { readonly etag: string; readonly size: number }): ByteRange | null {
  if (range === null || (ifRange !== null && ifRange !== `"${of.etag}"`)) return null;
  // The parser refuses a suffix that is longer than what there is, which means all of it.
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
