import type { CooperativeTask } from "../../../text/cooperative-task.ts";

/** Maximum number of files of one archive that become assets. */
export const MAX_ARCHIVE_ENTRIES = 500;
export const MAX_ENTRY_BYTES = 25 * 1024 * 1024;

/** A file in an archive, or a file attached to a message. */
export interface ArchiveEntry {
  /** Path within the archive, with `/` between folders. Display-safe and unique in the archive. */
  readonly path: string;
  /** The declared media type, or the type of the file name if none is declared. */
  readonly contentType: string;
  /** Unpacked size in bytes. 0 for attachments, whose size is known only after decoding. */
  readonly size: number;
  /** Reason why the file is not unpacked, as the end of a sentence; null for an unpacked file. */
  readonly rejection: string | null;
  /** Returns the complete content. */
  readonly bytes: () => CooperativeTask<Uint8Array>;
}

/** Returns the files that become assets. */
export function unpackableEntries(entries: readonly ArchiveEntry[]): ArchiveEntry[] {
  return entries.filter(({ rejection }) => rejection === null);
}
