/**
 * A document in scope that has not been processed yet, once for each collection that brings it into scope.
 */
export interface UnreadAsset {
  readonly id: string;
  /** 1: its processing has not started. */
  readonly waits: number;
}

/** Counts each document once. */
export function countUnread(unread: readonly UnreadAsset[]): number {
  return new Set(unread.map(({ id }) => id)).size;
}
