/** How far a model has read the documents of an overview. */
export interface NotesProgress {
  /** Number of parts with notes. */
  readonly read: number;
  readonly parts: number;
  readonly assetIds: readonly string[];
}

/**
 * Keeps the notes of a model on parts of documents, so that a later attempt for the same answer continues
 * behind the last part.
 */
export interface NotesJob {
  readonly find: (key: string) => string | null;
  readonly store: (key: string, notes: string) => void;
  /** Called before the first part and after each part. */
  readonly onProgress: (progress: NotesProgress) => void;
}

/** Forgets the notes. */
export const NO_NOTES_JOB: NotesJob = { find: () => null, store: () => {}, onProgress: () => {} };
