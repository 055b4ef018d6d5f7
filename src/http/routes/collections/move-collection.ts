import * as z from "zod";
import { invalidField } from "../../../domain/errors.ts";
import type { Id } from "../../../domain/ids.ts";
import { getSubtree } from "../../../services/collections/internal/get-subtree.ts";
import { moveCollection } from "../../../services/collections/move-collection.ts";
import { defineOperation } from "../../operation.ts";
import { dryRunQuery, orDryRun } from "../../wire/dry-run.ts";
import { collection } from "../../wire/collections/collection.ts";
import { idField, idParam } from "../../wire/identifier.ts";
import { presentSubtree } from "../../wire/collections/subtree.ts";

export const moveCollectionOperation = defineOperation({
  id: "moveCollection",
  method: "POST",
  path: "/v1/collection/{collectionID}/move",
  audience: "user",
  access: "`write` and `share` here, `write` on the new parent; `own` if owners change",
  tag: "collections",
  takesDryRun: "access",
  summary: "Move a collection and its subtree below another parent.",
  description:
    "Returns the moved collection and its subtree in path order. Its own grants stay. It loses " +
    "inherited grants of the old place and gains those of the new place. Only an owner of the " +
    "collection can change its owners by a move.",
  params: z.object({ collectionID: idParam("col") }),
  query: dryRunQuery,
  body: z.object({ collectionId: idField("col"), parentCollectionId: idField("col") }),
  example: {
    collectionId: "col_01h455vb4pex5vsknk084sn02q",
    parentCollectionId: "col_01h455vb4pex5vsknk084sn02r",
  },
  message: ({ changed }) => (changed ? "Collection moved." : "The collection is in that place already."),
  data: orDryRun(z.array(collection)),
  async handle(ctx, { params, body }) {
    if (body.collectionId !== params.collectionID)
      throw invalidField("collectionId", "is not the one in the path");
    const subtree = await moveCollection(ctx, {
      collectionId: params.collectionID,
      parentId: body.parentCollectionId,
    });
    return { data: presentSubtree(subtree) };
  },
  async replay(ctx, _input, targetId: Id<"col">) {
    return { data: presentSubtree(await getSubtree(ctx, { collectionId: targetId })) };
  },
});
