import * as z from "zod";
import { countOf } from "../../../domain/count-of.ts";
import {
  CHANGE_CURSOR,
  MAX_CHANGES,
  parseChangeCursor,
  presentChangeCursor,
} from "../../../domain/change-cursor.ts";
import { listChanges } from "../../../services/users/list-changes.ts";
import { defineOperation } from "../../operation.ts";

export const listChangesOperation = defineOperation({
  id: "listChanges",
  method: "GET",
  path: "/v1/users/self/changes",
  audience: "user",
  access: "Own account; names only records that the caller may read",
  contract: { stranger: "ok" },
  tag: "users",
  summary: "The collections, assets and threads that changed, so that a client reads its lists again.",
  description:
    "Send the `cursor` of the last answer as `after`. Without it, the answer has only a cursor. An id names a " +
    "changed record, or a collection whose list changed. The service checks access at each request.",
  query: z.object({
    after: z
      .string()
      .regex(CHANGE_CURSOR, "must be the cursor of an answer")
      .transform(parseChangeCursor)
      .optional(),
  }),
  message: ({ data }) => `${countOf(data.changed.length, "id")} changed.`,
  data: z.object({
    changed: z.array(z.string()).describe("Ids of collections, assets and threads, as text."),
    isComplete: z
      .boolean()
      .describe(`false if more than ${MAX_CHANGES} changes happened. Read everything on the screen again.`),
    cursor: z.string(),
  }),
  async handle(ctx, { query: { after } }) {
    const { changed, isComplete, cursor } = await listChanges(ctx, after ?? null);
    return { data: { changed: [...changed], isComplete, cursor: presentChangeCursor(cursor) } };
  },
});
