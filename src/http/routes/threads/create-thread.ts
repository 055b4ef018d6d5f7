import * as z from "zod";
import type { Id } from "../../../domain/ids.ts";
import { createThread, getCreatedThread } from "../../../services/threads/create-thread.ts";
import { defineOperation } from "../../operation.ts";
import { name, organizationContext } from "../../wire/fields.ts";
import { idField } from "../../wire/identifier.ts";
import { presentThread, thread } from "../../wire/threads/thread.ts";

export const createThreadOperation = defineOperation({
  id: "createThread",
  method: "POST",
  path: "/v1/threads",
  audience: "user",
  acceptsKeys: true,
  access: "`chat` on the home; `read` on the scope, `share` outside the home",
  tag: "threads",
  summary: "Create a thread in a collection, with the scope of its answers.",
  description:
    "The service starts waiting uploads among `assetIds` or below `collectionIds`. `done` is false " +
    "then, and thread events report the progress.",
  body: z.object({
    assetIds: z.array(idField("asset")).max(1000),
    collectionId: idField("col"),
    collectionIds: z.array(idField("col")).max(1000),
    label: name(0, 255),
    organizationContext,
  }),
  example: {
    assetIds: [],
    collectionId: "col_01h455vb4pex5vsknk084sn02q",
    collectionIds: [],
    label: "",
    organizationContext: {
      organizationId: "org_01h455vb4pex5vsknk084sn02q",
      tenantId: "tenant_01h455vb4pex5vsknk084sn02q",
    },
  },
  message: "Thread created.",
  data: thread,
  async handle(ctx, { body }) {
    const { collectionId: homeId, collectionIds, assetIds, label, organizationContext: context } = body;
    const { rows, done } = await createThread(ctx, {
      homeId,
      collectionIds,
      assetIds,
      label,
      organizationContext: context,
    });
    const data = await presentThread(ctx, rows);
    return { data, done, etag: data.etag };
  },
  async replay(ctx, _input, targetId: Id<"thread">) {
    const { rows, done } = await getCreatedThread(ctx, { threadId: targetId });
    const data = await presentThread(ctx, rows);
    return { data, done, etag: data.etag };
  },
});
