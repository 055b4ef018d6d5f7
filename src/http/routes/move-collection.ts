import * as z from "zod";
import { invalidField } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { getSubtree } from "../../services/get-subtree.ts";
import { moveCollection as move } from "../../services/move-collection.ts";
import { defineOperation } from "../operation.ts";
import { collection } from "../wire/collection.ts";
import { idField, idParam } from "../wire/identifier.ts";
import { presentSubtree } from "../wire/subtree.ts";

export const moveCollection = defineOperation({
  id: "moveCollection",
  method: "POST",
  path: "/v1/collection/{collectionID}/move",
  who: "user",
  access: "`write` and `share` on the collection, `write` on the new parent",
  tag: "collections",
  summary: "Move a collection and all below it under another parent.",
  description: "Answers the moved collection, then what is below it in path order.",
  params: z.object({ collectionID: idParam("col") }),
  body: z.object({ collectionId: idField("col"), parentCollectionId: idField("col") }),
  data: z.array(collection),
  async handle(ctx, { params, body }) {
    if (body.collectionId !== params.collectionID) throw invalidField("collectionId", "is not the one in the path");
    const { eventKey, ...subtree } = await move(ctx, { collectionId: params.collectionID, parentId: body.parentCollectionId });
    return { data: presentSubtree(subtree), eventKey };
  },
  async replay(ctx, _input, targetId) {
    return { data: presentSubtree(await getSubtree(ctx, { collectionId: targetId as Id<"col"> })) };
  },
});
