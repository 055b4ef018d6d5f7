/** What may come out of an archive: a few kilobytes can stand for hundreds of megabytes. */
export interface ZipLimits {
  readonly entries: number;
  /** Of all members that are read. */
  readonly inflatedBytes: number;
  /** Bytes of a member that comes to more than `ratioFrom`, for each byte in which it is stored. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

export const ZIP_LIMITS: ZipLimits = { entries: 5_000, inflatedBytes: 64 * 1024 * 1024, ratio: 200, ratioFrom: 1024 * 1024 };
