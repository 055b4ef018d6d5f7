import * as z from "zod";
import { visiblePath } from "../../../domain/collection.ts";
import { etagOf } from "../../../domain/etag.ts";
import type { Id } from "../../../domain/ids.ts";
import { getCollection } from "../../../services/collections/get-collection.ts";
import { updateCollection } from "../../../services/collections/update-collection.ts";
import { defineOperation } from "../../operation.ts";
import { collection, presentCollection } from "../../wire/collections/collection.ts";
import { name, text } from "../../wire/fields.ts";
import { idField, idParam } from "../../wire/identifier.ts";
import { requireSameCollection } from "../../wire/collections/link.ts";

export const updateCollectionOperation = defineOperation({
  id: "updateCollection",
  method: "POST",
  path: "/v1/collection/{collectionID}/attributes",
  audience: "user",
  acceptsKeys: true,
  access: "`write` on the collection",
  tag: "collections",
  summary: "Change a collection's label, description or icon.",
  description: "Omitted fields stay unchanged.",
  params: z.object({ collectionID: idParam("col") }),
  body: z.object({
    collectionId: idField("col"),
    label: name(1, 255).optional(),
    description: text(0, 4096).optional(),
    icon: name(0, 255).optional(),
  }),
  example: { collectionId: "col_01h455vb4pex5vsknk084sn02q", label: "Papers we cite" },
  message: ({ changed }) =>
    changed ? "Collection updated." : "The collection has these attributes already.",
  data: collection,
  async handle(ctx, { params, body }) {
    requireSameCollection(params.collectionID, body.collectionId);
    const { label, description, icon } = body;
    const found = await updateCollection(ctx, {
      collectionId: params.collectionID,
      label,
      description,
      icon,
    });
    return { data: presentCollection(found, visiblePath(found)), etag: etagOf(found.id, found.version) };
  },
  async replay(ctx, _input, targetId: Id<"col">) {
    const found = await getCollection(ctx, { collectionId: targetId });
    return { data: presentCollection(found, visiblePath(found)), etag: etagOf(found.id, found.version) };
  },
});
