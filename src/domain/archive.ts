const MIB = 1024 * 1024;

/** Limits for unpacking archives, whose files become assets. */
export const ARCHIVE = {
  /** Number of assets per commit. Fewer if they hold much data. */
  entriesPerCommit: 20,
  bytesPerCommit: 8 * MIB,
  /** Check the disk space before storing more bytes than this. */
  spaceCheckBytes: 65_536,
  /** Number of entries of one archive to process in parallel. */
  parallelStarts: 4,
  /** Entries that did not start in time start in groups of this size, one group every `laterMs`. */
  delayedStarts: 10,
  delayMs: 60_000,
  labelChars: 255,
} as const;
