/** Constants of the ZIP format (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT). */
export const ZIP = {
  /** The end record, which points to the central directory. */
  end: { signature: 0x06054b50, bytes: 22 },
  /** ZIP64: the locator of the ZIP64 end record, and that record. */
  end64Locator: { signature: 0x07064b50, bytes: 20 },
  end64: { signature: 0x06064b50, bytes: 56 },
  /** The entry's headers in the central directory and before its bytes. Names and extra fields follow. */
  entry: { signature: 0x02014b50, bytes: 46 },
  local: { signature: 0x04034b50, bytes: 30 },
  /** The extra field for values that exceed 32 bits. */
  wideField: 1,
  /** The extra field that repeats the name in UTF-8. */
  unicodeNameField: 0x7075,
  /** Placeholder for a number that does not fit. */
  escaped16: 0xffff,
  escaped32: 0xffffffff,
  encryptedFlags: 0x2041,
} as const;
