import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import { getCollection } from "../../../services/collections/get-collection.ts";
import { visiblePath } from "../../../domain/collection.ts";
import { defineOperation } from "../../operation.ts";
import { collection, presentCollection } from "../../wire/collections/collection.ts";
import { idParam } from "../../wire/identifier.ts";

export const getCollectionOperation = defineOperation({
  id: "getCollection",
  method: "GET",
  path: "/v1/collections/{collectionID}",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on the collection",
  tag: "collections",
  summary: "The details of a collection.",
  params: z.object({ collectionID: idParam("col") }),
  message: "Collection found.",
  data: collection,
  async handle(ctx, { params }) {
    const found = await getCollection(ctx, { collectionId: params.collectionID });
    return { data: presentCollection(found, visiblePath(found)), etag: etagOf(found.id, found.version) };
  },
});
