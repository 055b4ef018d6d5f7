import * as z from "zod";
import { parseId } from "../../../domain/ids.ts";
import { notFound } from "../../../domain/errors.ts";
import { deleteCollections } from "../../../services/collections/delete-collections.ts";
import { getDeletion } from "../../../services/collections/get-deletion.ts";
import { defineOperation } from "../../operation.ts";
import { deletionOrder, presentDeletionOrder } from "../../wire/collections/deletion.ts";
import { idList, idListParam, namedIds } from "../../wire/collections/id-list.ts";

export const deleteCollectionsOperation = defineOperation({
  id: "deleteCollections",
  method: "DELETE",
  path: "/v1/collections",
  audience: "user",
  access: "`own` on each collection",
  tag: "collections",
  takesDryRun: "plan",
  summary: "Delete collections for good.",
  description:
    "Deletes the subtrees, their threads, and assets without another collection. No restore is " +
    "possible. All of them disappear immediately. Jobs then purge D1, R2, the index and the rooms, " +
    "and `GET /v1/deletions/{deletionID}` returns the receipt. The default collections cannot be " +
    "deleted. `dryRun=true` runs the checks and changes nothing. Ids go into the query, repeated, or " +
    "into the body.",
  query: z.object({
    collectionIds: idListParam("col").optional(),
    dryRun: z.enum(["true", "false"]).optional(),
  }),
  body: z.object({ collectionIds: idList("col").optional() }),
  example: { collectionIds: ["col_01h455vb4pex5vsknk084sn02q"] },
  message: ({ changed }) => (changed ? "Deletion started." : "Dry run: nothing was deleted."),
  data: deletionOrder,
  async handle(ctx, { query, body }) {
    const ids = namedIds("collectionIds", query.collectionIds, body.collectionIds);
    const order = await deleteCollections(ctx, { ids, isDryRun: query.dryRun === "true" });
    return { data: presentDeletionOrder(order), done: order.deletionId === null };
  },
  async replay(ctx, _, targetId) {
    const deletionId = parseId("op", targetId);
    if (deletionId === null) throw notFound("deletion");
    const { plan, finishedAt } = await getDeletion(ctx, { deletionId });
    return { data: presentDeletionOrder({ deletionId, plan, staying: [] }), done: finishedAt !== null };
  },
});
