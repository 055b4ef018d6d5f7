import * as z from "zod";
import { findLinkedThreads, linkThreads } from "../../../services/collections/link-threads.ts";
import { defineOperation } from "../../operation.ts";
import { dryRunQuery, orDryRun } from "../../wire/dry-run.ts";
import { idList } from "../../wire/collections/id-list.ts";
import { idBytes, idField, idParam } from "../../wire/identifier.ts";
import { linkFlags, linkedMessage, presentLink, requireSameCollection } from "../../wire/collections/link.ts";

export const linkThreadsOperation = defineOperation({
  id: "linkThreads",
  method: "POST",
  path: "/v1/collections/{collectionID}/threads",
  audience: "user",
  access: "`write` on the collection, and `share` on a collection that already holds the thread",
  tag: "collections",
  takesDryRun: "access",
  summary: "Link threads into another collection of their organization.",
  description:
    "Needs `write` on the collection and `share` on a collection that already contains the thread. A " +
    "repeated link changes only the flags.",
  params: z.object({ collectionID: idParam("col") }),
  query: dryRunQuery,
  body: z.object({ collectionId: idField("col"), threadIds: idList("thread"), flags: linkFlags }),
  example: {
    collectionId: "col_01h455vb4pex5vsknk084sn02q",
    threadIds: ["thread_01h455vb4pex5vsknk084sn02q"],
    flags: [],
  },
  message: ({ data, changed }) => linkedMessage(data, changed, "thread"),
  data: orDryRun(z.array(z.object({ joinId: idBytes, collectionId: idBytes, threadId: idBytes }))),
  async handle(ctx, { params, body }) {
    requireSameCollection(params.collectionID, body.collectionId);
    const input = { collectionId: params.collectionID, ids: body.threadIds, flags: body.flags };
    const links = await linkThreads(ctx, input);
    return { data: links.map(presentLink("threadId")) };
  },
  async replay(ctx, { params, body }) {
    const links = await findLinkedThreads(ctx, { collectionId: params.collectionID, ids: body.threadIds });
    return { data: links.map(presentLink("threadId")) };
  },
});
