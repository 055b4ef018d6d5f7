import * as z from "zod";

const counts = z.object({ collections: z.int(), threads: z.int(), assets: z.int() });

/** The records that a deletion purges, and the records that stay because another collection holds them. */
export const deletionPlan = z.object({
  /** The collections in the request. */
  collectionIds: z.array(z.string()),
  goes: counts,
  stays: z.object({ assets: z.int() }),
});
export type DeletionPlan = z.output<typeof deletionPlan>;

/** The removed data of a record, by store. */
export interface Removed {
  /** Rows in D1. */
  readonly rows: number;
  /** Objects in R2. */
  readonly objects: number;
  /** Passages in the index. */
  readonly passages: number;
  /** Rooms that deleted their data about it. */
  readonly rooms: number;
}

export const NOTHING_REMOVED: Removed = { rows: 0, objects: 0, passages: 0, rooms: 0 };
