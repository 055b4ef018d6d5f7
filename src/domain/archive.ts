const MIB = 1024 * 1024;

/** Files in an archive become assets: how many at a time, and how fast. */
export const ARCHIVE = {
  /** Assets that one commit makes; fewer where they hold much. */
  membersACommit: 20,
  bytesACommit: 8 * MIB,
  /** Before more bytes than that are stored, it is asked whether there is room for them. */
  askedBytes: 65_536,
  /** Members of one archive that are processed side by side. */
  startsAtOnce: 4,
  /** Of those that were not begun in their turn, so many are each `laterMs`. */
  startsLater: 10,
  laterMs: 60_000,
  labelChars: 255,
} as const;
