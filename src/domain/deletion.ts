import * as z from "zod";

const counts = z.object({ collections: z.int(), threads: z.int(), assets: z.int() });

/** What a deletion for good removes, and what stays because another collection holds it. */
export const deletionPlan = z.object({
  /** The collections that were named. */
  collectionIds: z.array(z.string()),
  goes: counts,
  stays: z.object({ assets: z.int() }),
});
export type DeletionPlan = z.output<typeof deletionPlan>;

/** What was removed of something, by store. */
export interface Removed {
  /** Rows of D1. */
  readonly rows: number;
  /** Objects of R2. */
  readonly objects: number;
  /** Passages of the index. */
  readonly passages: number;
  /** Rooms that forgot it. */
  readonly rooms: number;
}

export const NOTHING_REMOVED: Removed = { rows: 0, objects: 0, passages: 0, rooms: 0 };
