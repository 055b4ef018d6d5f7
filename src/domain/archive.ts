import { MS_PER_MINUTE } from "./time.ts";

const MIB = 1024 * 1024;

/** Limits for unpacking archives. Each unpacked file becomes an asset. */
export const ARCHIVE = {
  /** Maximum number of assets per commit. A commit has fewer if their data exceeds `bytesPerCommit`. */
  entriesPerCommit: 20,
  bytesPerCommit: 8 * MIB,
  /** The service checks the disk space before it stores more bytes than this. */
  spaceCheckBytes: 65_536,
  /** Number of entries of one archive whose processing starts in parallel. */
  parallelStarts: 4,
  /**
   * Number of entries per group. Entries that did not start in time start in groups, one group every
   * `delayMs`.
   */
  delayedStarts: 10,
  delayMs: MS_PER_MINUTE,
  labelChars: 255,
} as const;
