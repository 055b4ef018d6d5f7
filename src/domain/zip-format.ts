/** Numbers of ZIP archives (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT). */
export const ZIP = {
  /** The end of an archive, which says where the list of its members stands. */
  end: { signature: 0x06054b50, bytes: 22 },
  /** Before it, where the archive is too large for that: where the next one stands, and that one. */
  end64Locator: { signature: 0x07064b50, bytes: 20 },
  end64: { signature: 0x06064b50, bytes: 56 },
  /** A member in the list, and in front of its bytes; names and more follow. */
  entry: { signature: 0x02014b50, bytes: 46 },
  local: { signature: 0x04034b50, bytes: 30 },
  /** The field of a member that has what did not fit into 32 bits. */
  wideField: 1,
  /** The field of a member that repeats its name in UTF-8. */
  unicodeNameField: 0x7075,
  /** What stands where a number did not fit. */
  escaped16: 0xffff,
  escaped32: 0xffffffff,
  encryptedFlags: 0x2041,
} as const;
