import type { JobKind } from "../domain/job-kinds.ts";
import { handleAccessReduced } from "./handlers/access-reduced.ts";
import { handleAssetProgress } from "./handlers/asset-progress.ts";
import { handleCompleteLists } from "./handlers/complete-lists.ts";
import { handleImportOrganization } from "./handlers/import-organization.ts";
import { handleIndexCollections } from "./handlers/index-collections.ts";
import { handleIndexTree } from "./handlers/index-tree.ts";
import { handleLinkEnded } from "./handlers/link-ended.ts";
import { handleProcessAsset } from "./handlers/process-asset.ts";
import { handlePurgeAsset } from "./handlers/purge-asset.ts";
import { handlePurgeCollections } from "./handlers/purge-collections.ts";
import { handlePurgeThread } from "./handlers/purge-thread.ts";
import { handlePurgeUser } from "./handlers/purge-user.ts";
import { handleReadAgain } from "./handlers/read-again.ts";
import { handleRedeemInvitations } from "./handlers/redeem-invitations.ts";
import { handleRefreshAsset } from "./handlers/refresh-asset.ts";
import { handleStartMembers } from "./handlers/start-members.ts";
import { handleThreadDeleted } from "./handlers/thread-deleted.ts";
import type { Job, JobOf } from "./job.ts";
import type { JobContext, JobStores } from "./job-context.ts";
import type { JobHandler } from "./run-job.ts";
import { YieldTimer } from "./yield-timer.ts";

type Handlers = { readonly [K in JobKind]: (ctx: JobContext, job: JobOf<K>) => Promise<Job | null> };

const HANDLERS: Handlers = {
  process_asset: handleProcessAsset,
  refresh_asset: handleRefreshAsset,
  start_members: handleStartMembers,
  asset_progress: handleAssetProgress,
  link_ended: handleLinkEnded,
  index_collections: handleIndexCollections,
  index_tree: handleIndexTree,
  complete_lists: handleCompleteLists,
  access_reduced: handleAccessReduced,
  redeem_invitations: handleRedeemInvitations,
  thread_deleted: handleThreadDeleted,
  read_again: handleReadAgain,
  purge_asset: handlePurgeAsset,
  purge_collections: handlePurgeCollections,
  purge_thread: handlePurgeThread,
  import_organization: handleImportOrganization,
  purge_user: handlePurgeUser,
};

/** Routes each job to the handler of its kind. */
export function jobHandlerOf(stores: JobStores, yieldTimer = new YieldTimer()): JobHandler {
  const ctx = { ...stores, yieldTimer };
  return async (job) => {
    const next = await (HANDLERS[job.kind] as (ctx: JobContext, job: Job) => Promise<Job | null>)(ctx, job);
    if (next === null && job.kind.startsWith("purge_")) await ctx.platform.cleanStores();
    return next;
  };
}
