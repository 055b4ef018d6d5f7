import * as z from "zod";
import type { DeletionPlan } from "../../../domain/deletion.ts";
import type { DeletionOrder } from "../../../services/collections/delete-collections.ts";
import type { DeletionReceipt } from "../../../services/collections/get-deletion.ts";
import { idString } from "../identifier.ts";
import { nullableTimestamp, presentMoment, timestamp } from "../values.ts";

const count = z.int().min(0);

/** The records to delete, and the records that stay because another collection holds them. */
const planFields = {
  goes: z.object({ collections: count, threads: count, assets: count }),
  stays: z.object({ assets: count }),
};

export const deletionOrder = z.object({
  message: z.string(),
  deletionId: z.string().describe('The receipt\'s id: an `op_…`; `""` for a dry run.'),
  dryRun: z.boolean(),
  ...planFields,
  staying: z
    .array(z.object({ assetId: idString("asset"), collectionIds: z.array(idString("col")) }))
    .describe("At most 100 of the remaining assets, with their readable collections."),
});

export function presentDeletionOrder({
  deletionId,
  plan,
  staying,
}: DeletionOrder): z.input<typeof deletionOrder> {
  return {
    message:
      deletionId === null
        ? "Dry run: nothing was deleted."
        : "They are gone, and are being removed from every store.",
    deletionId: deletionId ?? "",
    dryRun: deletionId === null,
    ...presentPlan(plan),
    staying: staying.map(({ id, collectionIds }) => ({
      assetId: id,
      collectionIds: JSON.parse(collectionIds) as string[],
    })),
  };
}

function presentPlan({ goes, stays }: DeletionPlan) {
  return { goes, stays };
}

const removed = z
  .object({ records: count, left: count, d1: count, r2: count, index: count, rooms: count })
  .describe("Counts of records, and of removed D1 rows, R2 objects, index passages and rooms.");

export const deletionReceipt = z.object({
  deletionId: z.string(),
  organizationId: idString("org"),
  requestedBy: idString("user"),
  requestedAt: timestamp,
  finishedAt: nullableTimestamp.describe(
    "Time of the last removal. Null while a record, words in the index, or bytes in free pages and logs remain.",
  ),
  collectionIds: z.array(idString("col")),
  ...planFields,
  removed: z.object({ collections: removed, threads: removed, assets: removed }),
});

export function presentDeletionReceipt(receipt: DeletionReceipt): z.input<typeof deletionReceipt> {
  const of = (wanted: string) => {
    const row = receipt.removed.find(({ kind }) => kind === wanted);
    const {
      found: records = 0,
      left = 0,
      rows: d1 = 0,
      objects: r2 = 0,
      passages: index = 0,
      rooms = 0,
    } = row ?? {};
    return { records, left, d1, r2, index, rooms };
  };
  return {
    deletionId: receipt.id,
    organizationId: receipt.organizationId,
    requestedBy: receipt.requestedBy,
    requestedAt: receipt.requestedAt.toISOString(),
    finishedAt: presentMoment(receipt.finishedAt),
    collectionIds: receipt.plan.collectionIds,
    ...presentPlan(receipt.plan),
    removed: { collections: of("collection"), threads: of("thread"), assets: of("asset") },
  };
}
