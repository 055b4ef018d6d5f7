import * as z from "zod";
import { findLinkedThreads } from "../../../services/collections/link-threads.ts";
import { moveThreads } from "../../../services/collections/move-threads.ts";
import { defineOperation } from "../../operation.ts";
import { dryRunQuery, orDryRun } from "../../wire/dry-run.ts";
import { idList } from "../../wire/collections/id-list.ts";
import { idBytes, idField, idParam } from "../../wire/identifier.ts";
import { movedMessage, presentLink, requireSameCollection } from "../../wire/collections/link.ts";

export const moveThreadsOperation = defineOperation({
  id: "moveThreads",
  method: "POST",
  path: "/v1/collections/{collectionID}/threads/move",
  audience: "user",
  access: "`write` and `share` here, `write` on the target; `own` if owners change",
  tag: "collections",
  takesDryRun: "access",
  summary: "Move threads from a collection to another one of its organization.",
  description:
    "Moves all named threads or none. A thread that leaves its home gets the target as its home, and its rights, " +
    "public link and scope follow. A linked thread keeps its home. Listeners receive a resync.",
  params: z.object({ collectionID: idParam("col") }),
  query: dryRunQuery,
  body: z.object({
    collectionId: idField("col"),
    targetCollectionId: idField("col"),
    threadIds: idList("thread"),
  }),
  example: {
    collectionId: "col_01h455vb4pex5vsknk084sn02q",
    targetCollectionId: "col_01h455vb4pex5vsknk084sn02r",
    threadIds: ["thread_01h455vb4pex5vsknk084sn02q"],
  },
  message: ({ data, changed }) => movedMessage(data, changed, "thread"),
  data: orDryRun(z.array(z.object({ joinId: idBytes, collectionId: idBytes, threadId: idBytes }))),
  async handle(ctx, { params, body }) {
    requireSameCollection(params.collectionID, body.collectionId);
    const { collectionId, targetCollectionId: targetId, threadIds: ids } = body;
    const links = await moveThreads(ctx, { collectionId, targetId, ids });
    return { data: links.map(presentLink("threadId")) };
  },
  async replay(ctx, { body }) {
    const links = await findLinkedThreads(ctx, {
      collectionId: body.targetCollectionId,
      ids: body.threadIds,
    });
    return { data: links.map(presentLink("threadId")) };
  },
});
