/** Kinds of jobs: work outside the D1 transaction of a change. */
export const JOB_KINDS = [
  "process_asset",
  "refresh_asset",
  "start_members",
  "asset_progress",
  "link_ended",
  "index_collections",
  "index_tree",
  "complete_lists",
  "access_reduced",
  "redeem_invitations",
  "thread_deleted",
  "read_again",
  "purge_asset",
  "purge_thread",
  "purge_collections",
  "import_organization",
  "purge_user",
] as const;
export type JobKind = (typeof JOB_KINDS)[number];
