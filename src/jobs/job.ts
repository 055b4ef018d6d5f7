import type { JobKind } from "../domain/job-kinds.ts";
import { ServiceError } from "../domain/errors.ts";
import { type Id, type IdKind, newId, parseId } from "../domain/ids.ts";
import type { OutboxEntry } from "../storage/d1/service/outbox.ts";
import type { ReducedAccess } from "../storage/d1/threads/presence.ts";

/** The payload of each kind of job. `after` is the last room that the job has notified. */
interface Payloads {
  readonly process_asset: { readonly assetId: Id<"asset"> };
  readonly refresh_asset: { readonly assetId: Id<"asset"> };
  /** Id of the archive or the e-mail message. */
  readonly start_members: { readonly assetId: Id<"asset"> };
  readonly asset_progress: { readonly assetId: Id<"asset">; readonly after: Id<"thread"> | null };
  readonly link_ended: { readonly threadId: Id<"thread">; readonly tokenId: Id<"token"> };
  readonly index_collections: { readonly assetId: Id<"asset"> };
  readonly index_tree: { readonly organizationId: Id<"org">; readonly collectionId: Id<"col"> };
  readonly complete_lists: { readonly organizationId: Id<"org"> };
  readonly access_reduced: { readonly reduced: ReducedAccess; readonly after: Id<"thread"> | null };
  /** The job continues with the invitations after `invitationId`. */
  readonly redeem_invitations: { readonly userId: Id<"user">; readonly invitationId: Id<"token"> };
  readonly thread_deleted: { readonly threadId: Id<"thread"> };
  /** `change` is the operation that deleted or restored the asset or collection, or moved the thread. */
  readonly read_again: {
    readonly of: Id<"asset"> | Id<"col"> | Id<"thread">;
    readonly change: Id<"op">;
    readonly after: Id<"thread"> | null;
  };
  /** `after` is the last room that has dropped the asset; null before the first room. */
  readonly purge_asset: { readonly assetId: Id<"asset">; readonly after: Id<"thread"> | null };
  readonly purge_collections: { readonly deletionId: Id<"op"> };
  readonly purge_thread: { readonly threadId: Id<"thread"> };
  readonly import_organization: { readonly importId: Id<"op"> };
  readonly purge_user: { readonly userId: Id<"user"> };
}

/** Work outside the D1 transaction that outlives its request. Every job is idempotent. */
export type Job = { [K in JobKind]: { readonly kind: K } & Payloads[K] }[JobKind];
export type JobOf<K extends JobKind> = Extract<Job, { readonly kind: K }>;

/** The outbox row that stores a job until the job succeeds. */
export function rowOf(job: Job): OutboxEntry {
  return { id: newId("event"), kind: job.kind, targetId: targetOf(job) };
}

/** The payload as `target_id` of an outbox row: ids joined by slashes, so SQL can also create rows. */
export function targetOf(job: Job): string {
  switch (job.kind) {
    case "process_asset":
    case "refresh_asset":
    case "start_members":
    case "index_collections":
      return job.assetId;
    case "asset_progress":
    case "purge_asset":
      return joined(job.assetId, job.after);
    case "read_again":
      return joined(joined(job.of, job.change), job.after);
    case "access_reduced":
      return joined(job.reduced, job.after);
    case "thread_deleted":
    case "purge_thread":
      return job.threadId;
    case "complete_lists":
      return job.organizationId;
    case "purge_collections":
      return job.deletionId;
    case "import_organization":
      return job.importId;
    case "link_ended":
      return joined(job.threadId, job.tokenId);
    case "index_tree":
      return joined(job.organizationId, job.collectionId);
    case "purge_user":
      return job.userId;
    case "redeem_invitations":
      return joined(job.userId, job.invitationId);
    default:
      return job satisfies never;
  }
}

/**
 * Parses the job of an outbox row.
 * @throws ServiceError `invalid_argument` if the row is no valid job, after which the runner parks it
 */
export function parseJob({ kind, targetId }: Pick<OutboxEntry, "kind" | "targetId">): Job {
  const parts = targetId.split("/");
  const id = <K extends IdKind>(of: K, at: number): Id<K> => parseId(of, parts[at]) ?? refuse(kind);
  const after = (at: number): Id<"thread"> | null => (parts.length > at ? id("thread", at) : null);
  switch (kind) {
    case "process_asset":
    case "refresh_asset":
    case "start_members":
    case "index_collections":
      return { kind, assetId: id("asset", 0) };
    case "asset_progress":
    case "purge_asset":
      return { kind, assetId: id("asset", 0), after: after(1) };
    case "read_again":
      return { kind, of: shownOf(parts, id), change: id("op", 1), after: after(2) };
    case "access_reduced":
      return { kind, reduced: reducedOf(parts, id, kind), after: after(2) };
    case "link_ended":
      return { kind, threadId: id("thread", 0), tokenId: id("token", 1) };
    case "thread_deleted":
    case "purge_thread":
      return { kind, threadId: id("thread", 0) };
    case "purge_collections":
      return { kind, deletionId: id("op", 0) };
    case "import_organization":
      return { kind, importId: id("op", 0) };
    case "complete_lists":
      return { kind, organizationId: id("org", 0) };
    case "index_tree":
      return { kind, organizationId: id("org", 0), collectionId: id("col", 1) };
    case "purge_user":
      return { kind, userId: id("user", 0) };
    case "redeem_invitations":
      return { kind, userId: id("user", 0), invitationId: id("token", 1) };
    default:
      return refuse(kind satisfies never);
  }
}

function shownOf([first]: readonly string[], id: (of: "asset", at: number) => Id<"asset">) {
  return parseId("col", first) ?? parseId("thread", first) ?? id("asset", 0);
}

function reducedOf(
  [whose]: readonly string[],
  id: (of: "user" | "col" | "thread", at: number) => string,
  kind: string,
): ReducedAccess {
  if (whose === "user") return `user/${id("user", 1)}`;
  if (whose === "collection") return `collection/${id("col", 1)}`;
  return whose === "thread" ? `thread/${id("thread", 1)}` : refuse(kind);
}

function refuse(kind: string): never {
  throw new ServiceError("invalid_argument", `This is not a job of the kind ${kind}.`);
}

function joined(first: string, second: string | null): string {
  return second === null ? first : `${first}/${second}`;
}
