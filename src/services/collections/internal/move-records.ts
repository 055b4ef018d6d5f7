import { requireAction } from "../../../domain/authorized.ts";
import { UPLOAD_PENDING } from "../../../domain/asset.ts";
import { ServiceError } from "../../../domain/errors.ts";
import { type Id, newId } from "../../../domain/ids.ts";
import { NO_IMPACT } from "../../../domain/dry-run.ts";
import { enqueue } from "../../../jobs/enqueue.ts";
import type { Job } from "../../../jobs/job.ts";
import { mayOnCollection, userOf } from "../../../storage/d1/core/access.ts";
import { findCollection } from "../../../storage/d1/collections/collections.ts";
import { type Assertion, commit } from "../../../storage/d1/core/commit.ts";
import type { Statement } from "../../../storage/d1/core/database.ts";
import {
  areLinked,
  deleteLinks,
  findLinkTargets,
  haveArrived,
  insertLinks,
  type LinkKind,
  type LinkTarget,
  mayShareAll,
  type NewLink,
  touchLinked,
} from "../../../storage/d1/collections/links.ts";
import { findHaveSameOwners, haveSameOwners } from "../../../storage/d1/collections/move.ts";
import { areOfVersions } from "../../../storage/d1/collections/tombstones.ts";
import { revokeLinksOfMoved } from "../../../storage/d1/sharing/lost-links.ts";
import { haveHome, moveHomes } from "../../../storage/d1/threads/move-homes.ts";
import { enqueueRechecks } from "../../../storage/d1/threads/presence.ts";
import { type Actor, actorSql, type Context, readAsUser } from "../../context/context.ts";
import { requireIfMatch } from "../../context/if-match.ts";
import { indexJobs, type Link, linksOf } from "./link-records.ts";

export interface MoveInput {
  /** The collection that the records leave. */
  readonly collectionId: Id<"col">;
  readonly targetId: Id<"col">;
  /** Ids of assets or threads, without duplicates. */
  readonly ids: readonly string[];
}

/** A record to move, with its links into both collections. */
interface Moving {
  readonly id: string;
  readonly here: LinkTarget;
  readonly there: LinkTarget;
}

const OWNERS_DIFFER = "Other users own the target collection, so the move needs `own` on the source.";

/**
 * Moves assets or threads from one collection to another, all or none. Links keep their flags. A thread that
 * leaves its home gets the target as its home. Records that are only in the target stay unchanged.
 * @returns the links into the target
 * @throws ServiceError `not_found`, `permission_denied`, `aborted` for `If-Match`
 * @throws ServiceError `failed_precondition` for records in neither collection, across organizations, and for
 * assets with a pending upload
 */
export async function moveRecords(ctx: Context, kind: LinkKind, input: MoveInput): Promise<readonly Link[]> {
  const { collectionId, targetId, ids } = input;
  const viewer = actorSql(ctx);
  const { actor, rows } = await readAsUser(ctx, {
    source: findCollection(ctx.db, viewer, collectionId),
    target: findCollection(ctx.db, viewer, targetId),
    here: findLinkTargets(ctx.db, viewer, kind, ids, collectionId),
    there: findLinkTargets(ctx.db, viewer, kind, ids, targetId),
    owners: findHaveSameOwners(ctx.db, viewer, collectionId, targetId),
  });
  requireAction(rows.source[0], "write", "collection");
  const source = requireAction(rows.source[0], "share", "collection");
  const target = requireAction(rows.target[0], "write", "collection");
  const records = pairs(kind, ids, rows);
  for (const { here } of records) requireIfMatch(ctx, here);
  if (rows.owners[0]?.same !== 1) throw new ServiceError("permission_denied", OWNERS_DIFFER);
  if (source.organizationId !== target.organizationId)
    throw new ServiceError("failed_precondition", "A move cannot cross organizations.");
  const moving = records.filter((record) => requireMovable(kind, input, record));
  const links = moving.flatMap((record) => newLink(kind, input, record) ?? []);
  if (moving.length > 0) await write(ctx, actor, kind, { ...input, moving, links });
  const after = records.map(({ here, there }) =>
    here.homeId === collectionId ? { ...there, homeId: targetId } : there,
  );
  return linksOf({ collectionId: targetId, ids }, after, links);
}

/** @throws ServiceError `not_found` */
function pairs(
  kind: LinkKind,
  ids: readonly string[],
  rows: { readonly here: readonly LinkTarget[]; readonly there: readonly LinkTarget[] },
): Moving[] {
  const there = new Map(rows.there.map((row) => [row.id, row]));
  const here = new Map(rows.here.map((row) => [row.id, row]));
  return ids.map((id) => {
    const found = requireAction(here.get(id), "read", kind);
    return { id, here: found, there: requireAction(there.get(id), "read", kind) };
  });
}

/**
 * Returns whether the record has to leave the source.
 * @throws ServiceError `failed_precondition`
 */
function requireMovable(kind: LinkKind, { collectionId, targetId }: MoveInput, record: Moving): boolean {
  const { here, there } = record;
  const isHere = here.joinId !== null || here.homeId === collectionId;
  const isThere = there.joinId !== null || there.homeId === targetId;
  if (!isHere && !isThere)
    throw new ServiceError("failed_precondition", `The ${kind} is not in this collection.`);
  if (!isHere || collectionId === targetId) return false;
  if (here.awaitsBytes === 1) throw new ServiceError("failed_precondition", UPLOAD_PENDING);
  return true;
}

/** Returns the link that the target needs, or null if it holds the record already or becomes its home. */
function newLink(kind: LinkKind, { collectionId, targetId }: MoveInput, record: Moving): NewLink | null {
  const { id, here, there } = record;
  if (there.joinId !== null || there.homeId === targetId || here.homeId === collectionId) return null;
  return { joinId: newId(kind === "asset" ? "assetcol" : "threadcol"), id, flags: here.flags ?? "[]" };
}

interface Planned extends MoveInput {
  readonly moving: readonly Moving[];
  readonly links: readonly NewLink[];
}

async function write(ctx: Context, actor: Actor, kind: LinkKind, planned: Planned): Promise<void> {
  const { db, now, operationId } = ctx;
  const { collectionId, targetId, moving } = planned;
  const ids = moving.map(({ id }) => id);
  const homeless = homesOf(planned);
  const resyncs = homeless.map((of): Job => ({ kind: "read_again", of, change: operationId, after: null }));
  const ordered = enqueue(db, kind === "asset" ? indexJobs(ids) : resyncs, now);
  const lost = revokeLinksOfMoved(db, homeless, actor.id, now);
  const rooms = kind === "thread" ? ids.map((id) => `thread/${id}` as const) : [];
  const after = await commit(actor.writer, {
    asserts: assertsOf(ctx, actor, kind, planned),
    writes: [
      ...moveStatements(ctx, actor, kind, planned),
      ...ordered.statements,
      ...(homeless.length > 0 ? lost.statements : []),
    ],
    audit: {
      organizationId: (moving[0]?.here.organizationId ?? null) as Id<"org"> | null,
      targetId,
      changes: { moved: ids, collectionIdBefore: collectionId },
    },
    impactScope: {
      ...NO_IMPACT,
      alongsideIds: [collectionId, targetId],
      assetIds: kind === "asset" ? ids : [],
      threadIds: kind === "thread" ? ids : [],
    },
    returning: { rechecks: enqueueRechecks(db, rooms, now), ended: lost.ended },
  });
  ctx.runInline([...ordered.rows, ...after.rechecks, ...after.ended]);
}

/** Returns the threads whose home is the source. */
function homesOf({ collectionId, moving }: Planned): Id<"thread">[] {
  return moving.flatMap(({ id, here }) => (here.homeId === collectionId ? [id as Id<"thread">] : []));
}

function moveStatements(
  { db, now }: Context,
  { id: by }: Actor,
  kind: LinkKind,
  planned: Planned,
): Statement[] {
  const { collectionId, targetId, moving, links } = planned;
  const ids = moving.map((record) => record.id);
  const homeless = homesOf(planned);
  return [
    deleteLinks(db, kind, collectionId, ids),
    insertLinks(db, kind, targetId, links, by, now),
    ...(homeless.length === 0
      ? []
      : [deleteLinks(db, kind, targetId, homeless), ...moveHomes(db, homeless, targetId)]),
    touchLinked(db, kind, ids, by, now),
  ];
}

function assertsOf(ctx: Context, actor: Actor, kind: LinkKind, planned: Planned): Assertion[] {
  const { collectionId, targetId, moving } = planned;
  const me = userOf(actor.id);
  const ids = moving.map(({ id }) => id);
  const count = (holds: (record: Moving) => boolean): number => moving.filter(holds).length;
  const seen = moving.map(({ id, here: { version } }) => ({ id: id as Id<"asset">, version }));
  const linked = areLinked(
    kind,
    collectionId,
    ids,
    count(({ here }) => here.joinId !== null),
  );
  return [
    { name: "may_write", holds: mayOnCollection(me, collectionId, "write") },
    { name: "may_share", holds: mayOnCollection(me, collectionId, "share") },
    { name: "may_write_parent", holds: mayOnCollection(me, targetId, "write") },
    { name: "leaves_owners", holds: haveSameOwners(me, collectionId, targetId) },
    { name: "named_is_shareable", holds: mayShareAll(me, kind, ids) },
    { name: "still_linked", holds: linked },
    {
      name: "links_as_seen",
      holds: areLinked(
        kind,
        targetId,
        ids,
        count(({ there }) => there.joinId !== null),
      ),
    },
    ...(kind === "asset" ? [{ name: "have_arrived" as const, holds: haveArrived(ids) }] : []),
    ...(kind === "thread"
      ? [
          { name: "same_place" as const, holds: haveHome(ids, collectionId, homesOf(planned).length) },
          {
            name: "thread_as_seen" as const,
            holds: haveHome(
              ids,
              targetId,
              count(({ here }) => here.homeId === targetId),
            ),
          },
        ]
      : []),
    ...(ctx.ifMatch === null ? [] : [{ name: "if_match" as const, holds: areOfVersions(kind, seen) }]),
  ];
}
