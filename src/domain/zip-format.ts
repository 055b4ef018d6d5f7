/** Constants of the ZIP format (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT). */
export const ZIP = {
  /** End record of an archive. It points to the central directory. */
  end: { signature: 0x06054b50, bytes: 22 },
  /** Locator of the ZIP64 end record. The end record itself follows. */
  end64Locator: { signature: 0x07064b50, bytes: 20 },
  end64: { signature: 0x06064b50, bytes: 56 },
  /**
   * Header of an entry in the central directory. The entry's bytes have a header of their own. A name and
   * extra fields follow each header.
   */
  entry: { signature: 0x02014b50, bytes: 46 },
  local: { signature: 0x04034b50, bytes: 30 },
  /** Id of the extra field for values of more than 32 bits. */
  wideField: 1,
  /** Id of the extra field that repeats the name in UTF-8. */
  unicodeNameField: 0x7075,
  /** Placeholder for a number that does not fit its field. */
  escaped16: 0xffff,
  escaped32: 0xffffffff,
  encryptedFlags: 0x2041,
} as const;
