import type { JobKind } from "../domain/job-kinds.ts";
import { accessReduced } from "./handlers/access-reduced.ts";
import { assetProgress } from "./handlers/asset-progress.ts";
import { completeLists } from "./handlers/complete-lists.ts";
import { importOrganization } from "./handlers/import-organization.ts";
import { indexCollections } from "./handlers/index-collections.ts";
import { indexTree } from "./handlers/index-tree.ts";
import { linkEnded } from "./handlers/link-ended.ts";
import { processAsset } from "./handlers/process-asset.ts";
import { purgeAsset } from "./handlers/purge-asset.ts";
import { purgeCollections } from "./handlers/purge-collections.ts";
import { purgeThread } from "./handlers/purge-thread.ts";
import { purgeUser } from "./handlers/purge-user.ts";
import { readAgain } from "./handlers/read-again.ts";
import { redeemInvitations } from "./handlers/redeem-invitations.ts";
import { refreshAsset } from "./handlers/refresh-asset.ts";
import { startMembersOf } from "./handlers/start-members.ts";
import { threadDeleted } from "./handlers/thread-deleted.ts";
import type { Job, JobOf } from "./job.ts";
import type { JobContext, JobStores } from "./job-context.ts";
import type { JobHandler } from "./run-job.ts";
import { YieldTimer } from "./yield-timer.ts";

type Handlers = { readonly [K in JobKind]: (ctx: JobContext, job: JobOf<K>) => Promise<Job | null> };

const HANDLERS: Handlers = {
  process_asset: processAsset,
  refresh_asset: refreshAsset,
  start_members: startMembersOf,
  asset_progress: assetProgress,
  link_ended: linkEnded,
  index_collections: indexCollections,
  index_tree: indexTree,
  complete_lists: completeLists,
  access_reduced: accessReduced,
  redeem_invitations: redeemInvitations,
  thread_deleted: threadDeleted,
  read_again: readAgain,
  purge_asset: purgeAsset,
  purge_collections: purgeCollections,
  purge_thread: purgeThread,
  import_organization: importOrganization,
  purge_user: purgeUser,
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
