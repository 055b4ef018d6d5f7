import { ACTIONS, type Action } from "./access.ts";

/** On what a rehearsed change may change somebody's access. */
export interface Reach {
  /** Collections, each with all below it. */
  readonly rootIds: readonly string[];
  /** Collections whose people may come to have access, beside those of the roots. */
  readonly alongsideIds: readonly string[];
  /** Users: the collections that they hold grants on, with all below them. */
  readonly grantedTo: readonly string[];
  readonly assetIds: readonly string[];
  readonly threadIds: readonly string[];
  /** Whose access alone can change; null: anybody's. */
  readonly userIds: readonly string[] | null;
}

export const NO_REACH: Reach = { rootIds: [], alongsideIds: [], grantedTo: [], assetIds: [], threadIds: [], userIds: null };

export type EffectKind = "collection" | "asset" | "thread";

/** What somebody would gain and lose on one record. */
export interface Effect {
  /** A user, an invitation or a public link, by id. */
  readonly who: string;
  /** Of an invitation; "" otherwise. */
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

/** What a change would do, which was not done. */
export interface Rehearsal {
  /** Whether anything would be written at all. */
  readonly changes: boolean;
  /** The first of them: collections from the top down, then assets and threads. */
  readonly effects: readonly Effect[];
  /** How many there are on what was looked at. */
  readonly count: number;
  /** How many of them are about others whom the caller may not list: they are counted, and not told. */
  readonly unnamed: number;
  /** What is within reach altogether. An asset that two collections hold counts twice. */
  readonly reach: Counts;
  /** How much of each was looked at, at most. */
  readonly limits: { readonly collections: number; readonly records: number };
}

const NOTHING: Counts = { collections: 0, assets: 0, threads: 0 };
export const NO_CHANGE: Rehearsal = {
  changes: false,
  effects: [],
  count: 0,
  unnamed: 0,
  reach: NOTHING,
  limits: { collections: 0, records: 0 },
};

/** A change was rehearsed: nothing is written, and this is what it would do. */
export class Rehearsed extends Error {
  override readonly name = "Rehearsed";
  readonly rehearsal: Rehearsal;

  constructor(rehearsal: Rehearsal) {
    super("the change was rehearsed");
    this.rehearsal = rehearsal;
  }
}

/** The actions of a mask with a bit for each of `ACTIONS`. */
export function actionsOfMask(mask: number): Action[] {
  return ACTIONS.filter((_, bit) => (mask & (1 << bit)) !== 0);
}
