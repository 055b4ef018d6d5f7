const MIB = 1024 * 1024;

/** Limits for unpacking archives, whose files become assets. */
export const ARCHIVE = {
  /** Number of assets per commit. Fewer if they hold much data. */
  membersACommit: 20,
  bytesACommit: 8 * MIB,
  /** Check the disk space before storing more bytes than this. */
  askedBytes: 65_536,
  /** Number of entries of one archive to process in parallel. */
  startsAtOnce: 4,
  /** Entries that did not start in time start in groups of this size, one group every `laterMs`. */
  startsLater: 10,
  laterMs: 60_000,
  labelChars: 255,
} as const;
