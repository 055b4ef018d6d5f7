/** Limits of an archive's content, because a few kilobytes can expand to hundreds of megabytes. */
export interface ZipLimits {
  readonly entries: number;
  /** Total unpacked size of all entries that are read. */
  readonly inflatedBytes: number;
  /** Maximum compression ratio of an entry larger than `ratioFrom`. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

export const ZIP_LIMITS: ZipLimits = {
  entries: 5_000,
  inflatedBytes: 64 * 1024 * 1024,
  ratio: 200,
  ratioFrom: 1024 * 1024,
};
