/** A document in scope that is not read yet, once for each collection that brings it in. */
export interface UnreadAsset {
  readonly id: string;
  /** 1: it waits to be begun. */
  readonly waits: number;
}

/** Each document once. */
export function countUnread(unread: readonly UnreadAsset[]): number {
  return new Set(unread.map(({ id }) => id)).size;
}
