import { ACTIONS, type Action } from "./access.ts";

/** The impact scope of a dry run: the records and users whose access may change. */
export interface ImpactScope {
  /** Collections, each with its subtree. */
  readonly rootIds: readonly string[];
  /** Collections whose members may gain access, besides those of the roots. */
  readonly alongsideIds: readonly string[];
  /** Users, each with the subtrees of the collections on which they have grants. */
  readonly grantedTo: readonly string[];
  readonly assetIds: readonly string[];
  readonly threadIds: readonly string[];
  /** The users whose access can change. Null: any user. */
  readonly userIds: readonly string[] | null;
}

export const NO_IMPACT: ImpactScope = { rootIds: [], alongsideIds: [], grantedTo: [], assetIds: [], threadIds: [], userIds: null };

export type EffectKind = "collection" | "asset" | "thread";

/** A gain and loss of actions on one record. */
export interface Effect {
  /** The id of a user, an invitation or a public link. */
  readonly subjectId: string;
  /** The invited address. "" for others. */
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

/** The result of a dry run. */
export interface DryRun {
  /** Whether the change would write anything. */
  readonly changes: boolean;
  /** The first effects: collections from the top down, then assets and threads. */
  readonly effects: readonly Effect[];
  /** Number of effects on the examined records. */
  readonly count: number;
  /** Number of effects on users whom the caller may not list. They are only counted. */
  readonly unnamed: number;
  /** Number of records in the impact scope. An asset in two collections counts twice. */
  readonly reach: Counts;
  /** Maximum number of examined records. */
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

/** Ends a dry run with its result. Nothing has been written. */
export class DryRunDone extends Error {
  override readonly name = "DryRunDone";
  readonly dryRun: DryRun;

  constructor(dryRun: DryRun) {
    super("the change was rehearsed");
    this.dryRun = dryRun;
  }
}

/** The actions of a bit mask over `ACTIONS`. */
export function actionsOfMask(mask: number): Action[] {
  return ACTIONS.filter((_, bit) => (mask & (1 << bit)) !== 0);
}
