import * as z from "zod";
import type { MergedRows } from "../../../services/users/merge-users.ts";

const join = z.object({ created_by: z.string(), deleted_by: z.string(), join_id: z.string(), modified_by: z.string() });

/** What a merge changed; identifiers are strings. */
export const mergeResult = z.object({
  assets: z.object({ assets: z.array(z.string()), recent: z.array(z.string()), references: z.array(z.string()) }),
  collectionPaths: z.array(z.object({ collection_id: z.string(), new_path: z.string(), old_path: z.string() })),
  collections: z.array(z.object({ created_by: z.string(), id: z.string(), last_asset_by: z.string(), last_chat_by: z.string() })),
  joinTables: z.object({ assets_to_col: z.array(join), threads_to_col: z.array(join) }),
  permissions: z.object({
    deleted: z.array(z.object({ action: z.string(), collection_id: z.string(), user_id: z.string() })),
    updated: z.array(z.object({ action: z.string(), collection_id: z.string(), created_by: z.string(), user_id: z.string() })),
  }),
  teams: z.array(z.object({ created_by: z.string(), id: z.string(), modified_by: z.string() })),
  threads: z.object({ recent: z.array(z.string()), threads: z.array(z.string()) }),
  tokens: z.array(z.object({ token: z.string() })),
  workingContext: z.array(z.object({ organization_id: z.string(), tenant_id: z.string(), user_id: z.string() })),
});
export type MergeResult = z.input<typeof mergeResult>;

/** A merge that changed nothing. */
export const EMPTY_MERGE: MergeResult = {
  assets: { assets: [], recent: [], references: [] },
  collectionPaths: [],
  collections: [],
  joinTables: { assets_to_col: [], threads_to_col: [] },
  permissions: { deleted: [], updated: [] },
  teams: [],
  threads: { recent: [], threads: [] },
  tokens: [],
  workingContext: [],
};

/** Who last added or asked in a collection is not kept, nor who changed a link: empty. */
export function presentMerge(rows: MergedRows): MergeResult {
  return {
    ...EMPTY_MERGE,
    assets: { assets: rows.assets.map(({ id }) => id), recent: rows.recentAssets.map(({ assetId }) => assetId), references: [] },
    collections: rows.collections.map(({ id, createdBy }) => ({ created_by: createdBy, id, last_asset_by: "", last_chat_by: "" })),
    joinTables: { assets_to_col: rows.assetLinks.map(presentJoin), threads_to_col: rows.threadLinks.map(presentJoin) },
    permissions: {
      deleted: rows.droppedGrants.map(({ action, collectionId, userId }) => ({ action, collection_id: collectionId, user_id: userId })),
      updated: rows.movedGrants.map(({ action, collectionId, createdBy, userId }) => {
        return { action, collection_id: collectionId, created_by: createdBy, user_id: userId };
      }),
    },
    threads: { recent: rows.recentThreads.map(({ threadId }) => threadId), threads: rows.threads.map(({ id }) => id) },
    tokens: [...rows.invitations, ...rows.publicLinks].map(({ id }) => ({ token: id })),
    workingContext: rows.memberships.map(({ organizationId, tenantId, userId }) => {
      return { organization_id: organizationId, tenant_id: tenantId, user_id: userId };
    }),
  };
}

function presentJoin({ id, createdBy }: MergedRows["assetLinks"][number]): z.input<typeof join> {
  return { created_by: createdBy, deleted_by: "", join_id: id, modified_by: "" };
}
