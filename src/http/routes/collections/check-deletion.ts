import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { parseId } from "../../../domain/ids.ts";
import { checkDeletion } from "../../../services/collections/check-deletion.ts";
import type { DeletionItem } from "../../../storage/d1/collections/deletions.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";

const KINDS = { asset: "asset", col: "collection", thread: "thread" } as const;

/** Parses a record's id into its kind and id. */
const item = z.string().transform((text, ctx): DeletionItem => {
  for (const [prefix, kind] of Object.entries(KINDS)) {
    const targetId = parseId(prefix as keyof typeof KINDS, text);
    if (targetId !== null) return { kind, targetId };
  }
  ctx.addIssue({ code: "custom", message: "must be the `next` of the earlier call" });
  return z.NEVER;
});

export const checkDeletionOperation = defineOperation({
  id: "checkDeletion",
  method: "GET",
  path: "/v1/deletions/{deletionID}/check",
  audience: "user",
  access: "The requester, and owners of the organization's root",
  contract: { trips: 2, reader: "not_found" },
  tag: "collections",
  summary: "Search every store for records of a deletion for good.",
  description:
    "Each call checks 20 records of the deletion in D1, R2, the index and the rooms, including rows " +
    "that no search sees. `after` continues behind the last call. The audit log, the receipt and the " +
    "service's log keep ids without content.",
  params: z.object({ deletionID: idParam("op") }),
  query: z.object({ after: item.optional() }),
  message: ({ data }) =>
    data.left.length === 0
      ? "No deleted record found."
      : `${countOf(data.left.length, "deleted item")} still found.`,
  data: z.object({
    checked: z.int().min(0),
    left: z.array(
      z.object({
        store: z.enum(["d1", "r2", "index", "rooms"]),
        kind: z.enum(["collection", "thread", "asset"]),
        id: z.string(),
        count: z
          .int()
          .min(1)
          .describe(
            "Rows, objects, passages or events, up to 100 for a table and 1,000 objects. In the index, words that wait for a merge count as one; dropped tables count as one too.",
          ),
      }),
    ),
    disk: z
      .enum(["clean", "waiting", "unknown"])
      .describe(
        "Whether database files contain deleted bytes in free pages, full-text segments or write-ahead logs. `clean`: the service has rewritten the files since the removal. `waiting`: the rewrite is pending. `unknown`: the platform hides its files, as on Cloudflare.",
      ),
    next: z.string().describe('The `after` of the next call; `""` at the end.'),
  }),
  async handle(ctx, { params, query }) {
    const { checked, left, disk, next } = await checkDeletion(ctx, {
      deletionId: params.deletionID,
      after: query.after ?? null,
    });
    const found = left.map(({ store, kind, targetId: id, count }) => ({ store, kind, id, count }));
    return { data: { checked, left: found, disk, next: next?.targetId ?? "" } };
  },
});
