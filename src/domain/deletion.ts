import * as z from "zod";

const counts = z.object({ collections: z.int(), threads: z.int(), assets: z.int() });

/**
 * Number of records that a deletion purges, and number of assets that stay because another collection
 * contains them.
 */
export const deletionPlan = z.object({
  /** Ids of the collections to delete. */
  collectionIds: z.array(z.string()),
  goes: counts,
  stays: z.object({ assets: z.int() }),
});
export type DeletionPlan = z.output<typeof deletionPlan>;

/** Number of removed rows and objects of a record, by store. */
export interface Removed {
  /** Number of rows in D1. */
  readonly rows: number;
  /** Number of objects in R2. */
  readonly objects: number;
  /** Number of passages in the index. */
  readonly passages: number;
  /** Rooms that deleted their data about the record. */
  readonly rooms: number;
}

export const NOTHING_REMOVED: Removed = { rows: 0, objects: 0, passages: 0, rooms: 0 };
