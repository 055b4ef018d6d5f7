import { ACTIONS, type Action } from "./access.ts";

/** Impact scope of a dry run: the records and users whose access may change. */
export interface ImpactScope {
  /** Ids of collections. The scope includes their subtrees. */
  readonly rootIds: readonly string[];
  /** Ids of further collections whose members may gain access. Members of `rootIds` need no mention. */
  readonly alongsideIds: readonly string[];
  /** Ids of users. The scope includes the collections on which they have grants, with their subtrees. */
  readonly grantedTo: readonly string[];
  readonly assetIds: readonly string[];
  readonly threadIds: readonly string[];
  /** Ids of the users whose access may change. Null means all users. */
  readonly userIds: readonly string[] | null;
}

export const NO_IMPACT: ImpactScope = {
  rootIds: [],
  alongsideIds: [],
  grantedTo: [],
  assetIds: [],
  threadIds: [],
  userIds: null,
};

export type EffectKind = "collection" | "asset" | "thread";

/** Actions that a user, an invitation or a public link gains and loses on one record. */
export interface Effect {
  /** Id of a user, an invitation or a public link. */
  readonly subjectId: string;
  /** The invited e-mail address. Empty for users and public links. */
  readonly email: string;
  readonly kind: EffectKind;
  readonly targetId: string;
  readonly gained: readonly Action[];
  readonly lost: readonly Action[];
}

export interface Counts {
  readonly collections: number;
  readonly assets: number;
  readonly threads: number;
}

/** Effects that a change would have. */
export interface DryRun {
  /** True if the change would write anything. */
  readonly changes: boolean;
  /**
   * The first effects: those on collections from the top down, and after them those on assets and threads.
   */
  readonly effects: readonly Effect[];
  /** Number of effects on the examined records. */
  readonly count: number;
  /** Number of effects on users whom the caller may not list. The result counts them without naming them. */
  readonly unnamed: number;
  /** Number of records in the impact scope. An asset in two collections counts twice. */
  readonly reach: Counts;
  /** Maximum number of records that a dry run examines. */
  readonly limits: { readonly collections: number; readonly records: number };
}

const NOTHING: Counts = { collections: 0, assets: 0, threads: 0 };
export const NO_CHANGE: DryRun = {
  changes: false,
  effects: [],
  count: 0,
  unnamed: 0,
  reach: NOTHING,
  limits: { collections: 0, records: 0 },
};

/** Thrown to end a dry run with its result before anything is written. */
export class DryRunDone extends Error {
  override readonly name = "DryRunDone";
  readonly dryRun: DryRun;

  constructor(dryRun: DryRun) {
    super("the change was rehearsed");
    this.dryRun = dryRun;
  }
}

/** Returns the actions of a bit mask over `ACTIONS`. */
export function actionsOfMask(mask: number): Action[] {
  return ACTIONS.filter((_, bit) => (mask & (1 << bit)) !== 0);
}
