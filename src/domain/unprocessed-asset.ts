/**
 * A document in scope that has not been processed yet, once for each collection that brings it into scope.
 */
export interface UnprocessedAsset {
  readonly id: string;
  /** 1: its processing has not started. */
  readonly waits: number;
}

/** Counts each document once. */
export function countUnprocessed(unread: readonly UnprocessedAsset[]): number {
  return new Set(unread.map(({ id }) => id)).size;
}
