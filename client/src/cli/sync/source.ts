/** A file of a folder, of a Git branch or of a WebDAV folder. */
export interface SourceFile {
  /** The path below the source, with `/`. */
  readonly path: string;
  /** null if unknown. */
  readonly size: number | null;
  /** Equal stamps mean equal bytes; "" if the source cannot tell without reading the file. */
  readonly stamp: string;
}

export interface SourceListing {
  readonly files: readonly SourceFile[];
  /** Symbolic links, submodules and other entries that are no regular files. */
  readonly skipped: readonly string[];
}

/** The files that a collection is kept in step with. */
export interface SyncSource {
  /** Identifies the source on this machine. */
  readonly identity: string;
  /** @throws Failure if any part of the source cannot be listed, because a missing part looks like deletions */
  list(): Promise<SourceListing>;
  /**
   * @returns the SHA-256 of the bytes in hexadecimal; null if the file vanished or changed meanwhile
   * @throws Failure if this file cannot be read
   */
  hash(file: SourceFile): Promise<string | null>;
  /** Opens the bytes that `hash` has read. @throws if the file changed since */
  open(file: SourceFile): Promise<Blob>;
  /** Removes the temporary copy of a file; without one, all copies. */
  release(file?: SourceFile): Promise<void>;
  /** Calls back after each change from now on. Missing for sources without events. */
  watch?(onChange: () => void): void;
}
