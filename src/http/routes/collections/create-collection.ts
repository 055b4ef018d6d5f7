import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import type { Id } from "../../../domain/ids.ts";
import { invalidField } from "../../../domain/errors.ts";
import { getCollection } from "../../../services/collections/get-collection.ts";
import { createCollection } from "../../../services/collections/create-collection.ts";
import { visiblePath } from "../../../domain/collection.ts";
import { defineOperation } from "../../operation.ts";
import { collection, presentCollection } from "../../wire/collections/collection.ts";
import { name, optionalName, optionalText, organizationContext } from "../../wire/fields.ts";
import { idField, idParam } from "../../wire/identifier.ts";

export const createCollectionOperation = defineOperation({
  id: "createCollection",
  method: "POST",
  path: "/v1/collection/{parentCollectionID}",
  audience: "user",
  acceptsKeys: true,
  access: "`write` on the parent",
  tag: "collections",
  summary: "Create a collection below a parent.",
  params: z.object({ parentCollectionID: idParam("col") }),
  body: z.object({
    label: name(1, 255),
    description: optionalText(4096),
    icon: optionalName(255),
    kind: z
      .enum(["", "collection"], { error: 'callers create collections of kind "collection" only' })
      .optional(),
    organizationContext: organizationContext.optional(),
    parent: idField("col").optional(),
  }),
  example: { label: "Papers", description: "What we cite" },
  message: "Collection created.",
  data: collection,
  async handle(ctx, { params, body }) {
    if (body.parent !== undefined && body.parent !== params.parentCollectionID)
      throw invalidField("parent", "is not the one in the path");
    const { label, description, icon, organizationContext: context } = body;
    const input = {
      parentId: params.parentCollectionID,
      label,
      description,
      icon,
      organizationContext: context,
    };
    const created = await createCollection(ctx, input);
    return {
      data: presentCollection(created, visiblePath(created)),
      etag: etagOf(created.id, created.version),
    };
  },
  async replay(ctx, _input, targetId: Id<"col">) {
    const found = await getCollection(ctx, { collectionId: targetId });
    return { data: presentCollection(found, visiblePath(found)), etag: etagOf(found.id, found.version) };
  },
});
