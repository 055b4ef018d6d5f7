import * as z from "zod";
import { MAX_TREE_NODES } from "../../../domain/collection.ts";
import { getCollectionTree } from "../../../services/users/get-collection-tree.ts";
import { defineOperation } from "../../operation.ts";
import { presentTree, presentTruncation, treeNode } from "../../wire/collections/collection.ts";
import { idParam } from "../../wire/identifier.ts";
import { queryInteger } from "../../wire/pagination.ts";

const MAX_OFFSET = 100_000;

export const getCollectionTreeOperation = defineOperation({
  id: "getCollectionTree",
  method: "GET",
  path: "/v1/users/self/collection-tree",
  audience: "user",
  acceptsKeys: true,
  access: "Own account; covers readable records",
  contract: { stranger: "ok" },
  tag: "users",
  summary: "The collection tree of the current user.",
  description:
    `At most ${MAX_TREE_NODES} nodes, breadth first: own organizations first, then others. Nodes ` +
    "below the top of other users' trees have no description. If nodes are missing, the envelope has " +
    "`details.collectionTreeTruncated: true`. `root` selects one collection's subtree, and `limit` " +
    "and `offset` (in nodes, from 0) page through the tree. A node whose parent is on another page " +
    "appears at the top.",
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
    const { nodes, isTruncated } = await getCollectionTree(ctx, {
      rootId: root ?? null,
      limit: limit ?? null,
      offset: offset ?? null,
    });
    return { data: presentTree(nodes), ...presentTruncation({ isTruncated }) };
  },
});
