/** Something that `npm run check` found. */
export interface Finding {
  /**
   * `damaged` and `missing`: data is lost. `incomplete`: the service can make it again. `orphan`: nothing
   * names it, and it only takes space.
   */
  readonly kind: "damaged" | "missing" | "incomplete" | "orphan";
  /** Relative to the state folder, or the key of a stored object. */
  readonly what: string;
  /** What is wrong, as a sentence. */
  readonly detail: string;
}

export const isLoss = ({ kind }: Finding): boolean => kind !== "orphan";
