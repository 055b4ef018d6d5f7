import * as z from "zod";
import { getCollectionTree } from "../../services/get-collection-tree.ts";
import { defineOperation } from "../operation.ts";
import { presentTree, treeNode } from "../wire/collection.ts";

export const collectionTree = defineOperation({
  id: "getCollectionTree",
  method: "GET",
  path: "/v1/users/self/collection-tree",
  who: "user",
  access: "The user himself; it holds what he may `read`",
  tag: "users",
  summary: "The hierarchical collection structure of the current user.",
  data: z.array(treeNode),
  async handle(ctx) {
    return { data: presentTree(await getCollectionTree(ctx)) };
  },
});
