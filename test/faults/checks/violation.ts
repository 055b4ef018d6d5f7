/** A violated invariant. */
export interface Violation {
  /** The round in which it began, if known. */
  readonly round: number | null;
  /** The thread or the asset. */
  readonly where: string;
  readonly what: string;
}
