/** Something that must not be. */
export interface Violation {
  /** The round in which it began, when that is known. */
  readonly round: number | null;
  /** The thread or the asset. */
  readonly where: string;
  readonly what: string;
}
