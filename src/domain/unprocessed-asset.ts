/**
 * A document in scope that is not processed yet. The list contains it once for each collection that brings it
 * into scope.
 */
export interface UnprocessedAsset {
  readonly id: string;
  /** 1 if the processing of the document has not started, otherwise 0. */
  readonly waits: number;
}

/** Counts the documents. A document in several collections counts once. */
export function countUnprocessed(unread: readonly UnprocessedAsset[]): number {
  return new Set(unread.map(({ id }) => id)).size;
}
