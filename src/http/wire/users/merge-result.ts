import * as z from "zod";
import type { MergeChanges } from "../../../storage/d1/users/merge-changes.ts";

const join = z.object({
  created_by: z.string(),
  deleted_by: z.string(),
  join_id: z.string(),
  modified_by: z.string(),
});

/** The changes of a merge. Identifiers are text. */
export const mergeResult = z.object({
  assets: z.object({
    assets: z.array(z.string()),
    recent: z.array(z.string()),
    references: z.array(z.string()),
  }),
  collectionPaths: z.array(
    z.object({ collection_id: z.string(), new_path: z.string(), old_path: z.string() }),
  ),
  collections: z.array(
    z.object({ created_by: z.string(), id: z.string(), last_asset_by: z.string(), last_chat_by: z.string() }),
  ),
  joinTables: z.object({ assets_to_col: z.array(join), threads_to_col: z.array(join) }),
  permissions: z.object({
    deleted: z.array(z.object({ action: z.string(), collection_id: z.string(), user_id: z.string() })),
    updated: z.array(
      z.object({
        action: z.string(),
        collection_id: z.string(),
        created_by: z.string(),
        user_id: z.string(),
      }),
    ),
  }),
  teams: z.array(z.object({ created_by: z.string(), id: z.string(), modified_by: z.string() })),
  threads: z.object({ recent: z.array(z.string()), threads: z.array(z.string()) }),
  tokens: z.array(z.object({ token: z.string() })),
  workingContext: z.array(
    z.object({ organization_id: z.string(), tenant_id: z.string(), user_id: z.string() }),
  ),
});
export type MergeResult = z.input<typeof mergeResult>;

/**
 * The service does not store the last contributor of a collection or the last editor of a link, so these
 * lists are empty.
 */
export function presentMerge(changes: MergeChanges): MergeResult {
  const first = ([id]: readonly [string, ...unknown[]]): string => id;
  return {
    assets: { assets: changes.assets.map(first), recent: changes.recentAssets.map(first), references: [] },
    collectionPaths: [],
    collections: changes.collections.map(([id, createdBy]) => ({
      created_by: createdBy,
      id,
      last_asset_by: "",
      last_chat_by: "",
    })),
    joinTables: {
      assets_to_col: changes.assetLinks.map(presentJoin),
      threads_to_col: changes.threadLinks.map(presentJoin),
    },
    permissions: {
      deleted: changes.droppedGrants.map(([action, collectionId, userId]) => ({
        action,
        collection_id: collectionId,
        user_id: userId,
      })),
      updated: changes.movedGrants.map(([action, collectionId, userId, createdBy]) => {
        return { action, collection_id: collectionId, created_by: createdBy, user_id: userId };
      }),
    },
    teams: [],
    threads: { recent: changes.recentThreads.map(first), threads: changes.threads.map(first) },
    tokens: changes.tokens.map(([token]) => ({ token })),
    workingContext: changes.memberships.map(([organizationId, tenantId, userId]) => {
      return { organization_id: organizationId, tenant_id: tenantId, user_id: userId };
    }),
  };
}

function presentJoin([id, createdBy]: MergeChanges["assetLinks"][number]): z.input<typeof join> {
  return { created_by: createdBy, deleted_by: "", join_id: id, modified_by: "" };
}
