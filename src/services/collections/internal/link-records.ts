import { requireAction } from "../../../domain/authorized.ts";
import { UPLOAD_PENDING } from "../../../domain/asset.ts";
import { ServiceError } from "../../../domain/errors.ts";
import { type Id, newId } from "../../../domain/ids.ts";
import { NO_IMPACT } from "../../../domain/dry-run.ts";
import { mayOnCollection, userOf } from "../../../storage/d1/core/access.ts";
import { type CollectionView, findCollection } from "../../../storage/d1/collections/collections.ts";
import { commit } from "../../../storage/d1/core/commit.ts";
import {
  areLinked,
  findLinkTargets,
  haveArrived,
  insertLinks,
  type LinkKind,
  type LinkTarget,
  mayShareAll,
  type NewLink,
  touchLinked,
} from "../../../storage/d1/collections/links.ts";
import { actorSql, type Context, readAsUser } from "../../context/context.ts";
import { enqueue } from "../../../jobs/enqueue.ts";
import type { Job } from "../../../jobs/job.ts";

export interface LinkInput {
  readonly collectionId: Id<"col">;
  /** Ids of assets or threads, without duplicates. */
  readonly ids: readonly string[];
  /** Flags of all links, including existing links. If omitted, existing links keep their flags. */
  readonly flags?: readonly string[] | undefined;
}

export interface Link {
  readonly joinId: string;
  readonly collectionId: string;
  /** Id of the asset or thread. */
  readonly id: string;
}

/**
 * Links assets or threads into a collection on which the caller has `write`. The caller needs `share` on one
 * collection of each record. Idempotent.
 * @throws ServiceError `not_found`, `permission_denied`
 * @throws ServiceError `failed_precondition` across organizations, and for assets with a pending upload
 */
export async function linkRecords(ctx: Context, kind: LinkKind, input: LinkInput): Promise<readonly Link[]> {
  const { db, now } = ctx;
  const { actor, rows } = await readLinkTargets(ctx, kind, input);
  const collection = requireAction(rows.collection[0], "write", "collection");
  const targets = requireLinkable(kind, input, collection, rows.targets);
  const changed = targets.flatMap((target) => newLink(kind, input, target) ?? []);
  const links = linksOf(input, targets, changed);
  if (changed.length === 0) return links;
  const changedIds = changed.map((link) => link.id);
  const fresh = targets
    .filter((target) => target.joinId === null && changedIds.includes(target.id))
    .map((target) => target.id);
  const indexed = enqueue(db, kind === "asset" ? indexJobs(fresh) : [], now);
  const me = userOf(actor.id);
  await commit(actor.writer, {
    asserts: [
      { name: "may_write", holds: mayOnCollection(me, collection.id, "write") },
      { name: "may_share", holds: mayShareAll(me, kind, changedIds) },
      ...(kind === "asset" ? [{ name: "have_arrived" as const, holds: haveArrived(fresh) }] : []),
      {
        name: "links_as_seen",
        holds: areLinked(kind, collection.id, changedIds, changedIds.length - fresh.length),
      },
    ],
    writes: [
      insertLinks(db, kind, collection.id, changed, actor.id, now),
      touchLinked(db, kind, changedIds, actor.id, now),
      ...indexed.statements,
    ],
    audit: {
      organizationId: collection.organizationId,
      targetId: collection.id,
      changes: { linked: changedIds },
    },
    impactScope: {
      ...NO_IMPACT,
      alongsideIds: [collection.id],
      assetIds: kind === "asset" ? fresh : [],
      threadIds: kind === "thread" ? fresh : [],
    },
  });
  ctx.runInline(indexed.rows);
  return links;
}

/**
 * Returns the existing links.
 * @throws ServiceError `not_found`
 */
export async function findLinks(ctx: Context, kind: LinkKind, input: LinkInput): Promise<readonly Link[]> {
  const { rows } = await readLinkTargets(ctx, kind, input);
  requireAction(rows.collection[0], "read", "collection");
  return linksOf(input, rows.targets, []);
}

/** Reads the collection, and the requested records with their links to it. */
export async function readLinkTargets(
  ctx: Context,
  kind: LinkKind,
  { collectionId, ids }: Pick<LinkInput, "collectionId" | "ids">,
) {
  const viewer = actorSql(ctx);
  return await readAsUser(ctx, {
    collection: findCollection(ctx.db, viewer, collectionId),
    targets: findLinkTargets(ctx.db, viewer, kind, ids, collectionId),
  });
}

/** Returns jobs that send the collections of the assets to the index. */
export function indexJobs(assetIds: readonly string[]): Job[] {
  return assetIds.map((assetId) => ({ kind: "index_collections", assetId: assetId as Id<"asset"> }));
}

function requireLinkable(
  kind: LinkKind,
  input: LinkInput,
  collection: CollectionView,
  found: readonly LinkTarget[],
): LinkTarget[] {
  const byId = new Map(found.map((target) => [target.id, target]));
  return input.ids.map((id) => {
    const target = requireAction(byId.get(id), "share", kind);
    if (target.organizationId !== collection.organizationId) {
      throw new ServiceError("failed_precondition", "A link cannot cross organizations.");
    }
    if (target.awaitsBytes === 1 && target.joinId === null)
      throw new ServiceError("failed_precondition", UPLOAD_PENDING);
    return target;
  });
}

/** Returns the link to write for a record, or null if the record is already linked with these flags. */
function newLink(
  kind: LinkKind,
  { collectionId, flags }: LinkInput,
  { id, joinId, homeId, flags: held }: LinkTarget,
): NewLink | null {
  if (homeId === collectionId) return null;
  const wanted = flags === undefined ? (held ?? "[]") : JSON.stringify(flags);
  if (joinId !== null) return held === wanted ? null : { joinId, id, flags: wanted };
  return { joinId: newId(kind === "asset" ? "assetcol" : "threadcol"), id, flags: wanted };
}

/**
 * Returns the links of the requested records. The home of a thread has no link row, so the query returns a
 * value of the thread instead.
 */
export function linksOf(
  { collectionId, ids }: Pick<LinkInput, "collectionId" | "ids">,
  targets: readonly LinkTarget[],
  changed: readonly NewLink[],
): Link[] {
  const joins = new Map(
    targets.map(({ id, joinId, homeId }) => [
      id,
      homeId === collectionId ? id.replace("thread_", "threadcol_") : joinId,
    ]),
  );
  for (const { id, joinId } of changed) joins.set(id, joinId);
  return ids.flatMap((id) => {
    const joinId = joins.get(id) ?? null;
    return joinId === null ? [] : [{ joinId, collectionId, id }];
  });
}
