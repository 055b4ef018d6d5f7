import * as z from "zod";
import { MAX_TREE_NODES } from "../../../domain/collection.ts";
import { getCollectionTree } from "../../../services/users/get-collection-tree.ts";
import { defineOperation } from "../../operation.ts";
import { presentTree, presentTruncation, treeNode } from "../../wire/collections/collection.ts";
import { idParam } from "../../wire/identifier.ts";
import { queryInteger } from "../../wire/pagination.ts";

const MAX_OFFSET = 100_000;

export const collectionTree = defineOperation({
  id: "getCollectionTree",
  method: "GET",
  path: "/v1/users/self/collection-tree",
  who: "user",
  byKey: true,
  access: "The user themselves; it holds what they may `read`",
  contract: { stranger: "ok" },
  tag: "users",
  summary: "The hierarchical collection structure of the current user.",
  description:
    `At most ${MAX_TREE_NODES} nodes: own organizations first, then others', breadth first; below the top of others' trees without descriptions. ` +
    "When something was left out, the envelope says `details.collectionTreeTruncated: true`. To read on: `root` for what is below one collection, " +
    "`limit` and `offset` (in nodes, from 0) to page through all of it; a node whose parent is not on the page stands at the top.",
  query: z.object({
    root: idParam("col").optional(),
    limit: queryInteger(1)
      .transform((value) => Math.min(value, MAX_TREE_NODES))
      .meta({ description: `Default and at most ${MAX_TREE_NODES}.` })
      .optional(),
    offset: queryInteger(0)
      .refine((value) => value <= MAX_OFFSET, `must be at most ${MAX_OFFSET}`)
      .optional(),
  }),
  message: "Collection tree found.",
  data: z.array(treeNode),
  async handle(ctx, { query: { root, limit, offset } }) {
    const { nodes, isTruncated } = await getCollectionTree(ctx, { rootId: root ?? null, limit: limit ?? null, offset: offset ?? null });
    return { data: presentTree(nodes), ...presentTruncation({ isTruncated }) };
  },
});
