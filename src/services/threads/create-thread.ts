import { requireAction } from "../../domain/authorized.ts";
import { type Id, newId } from "../../domain/ids.ts";
import { requireAttachable } from "../../domain/thread-scope.ts";
import { findCollection, findCollections } from "../../storage/d1/collections/collections.ts";
import { userOf, valueOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { touchRecentAssets } from "../../storage/d1/assets/recent-assets.ts";
import { insertThread } from "../../storage/d1/threads/threads.ts";
import { scopeAssertions } from "../../storage/d1/threads/scope-assertions.ts";
import { findScopeAssets, insertScope } from "../../storage/d1/threads/scope.ts";
import { type ThreadRows, threadView } from "../../storage/d1/threads/thread-view.ts";
import { startDeferredAssets } from "../../storage/d1/assets/deferred-assets.ts";
import { findStarted } from "../../storage/d1/assets/watchers.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { type OrganizationContext, requireSameOrganization } from "../context/organization-context.ts";

export interface CreateThreadInput {
  readonly homeId: Id<"col">;
  /** Further collections in scope. */
  readonly collectionIds: readonly Id<"col">[];
  readonly assetIds: readonly Id<"asset">[];
  /** Label of the thread. If empty, the first prompt becomes the label. */
  readonly label: string;
  readonly organizationContext: OrganizationContext;
  /** Key of the conversation of a stateless chat. */
  readonly chatKey?: string;
}

export interface CreatedThread {
  readonly rows: ThreadRows;
  /** False if processing of assets in scope has started. */
  readonly done: boolean;
}

/**
 * Creates a thread in a home collection, with the scope of its answers. All readers of the home collection
 * can see the scope. Outside the subtree of the home collection, the caller needs `share` on a target. Inside
 * it, `read` suffices. Uploaded assets that wait for a thread start processing, and the room reports their
 * progress.
 * @throws ServiceError `not_found`, `permission_denied`, `failed_precondition` for a collection or asset of
 * another organization
 */
export async function createThread(ctx: Context, input: CreateThreadInput): Promise<CreatedThread> {
  const { db, now } = ctx;
  const viewer = actorSql(ctx);
  const { actor, rows } = await readAsUser(ctx, {
    home: findCollection(db, viewer, input.homeId),
    collections: findCollections(db, viewer, input.collectionIds),
    assets: findScopeAssets(db, viewer, input.assetIds, valueOf(input.homeId)),
  });
  const home = requireAction(rows.home[0], "chat", "collection");
  requireSameOrganization(input.organizationContext, home);
  requireAttachable(home, input, rows);
  const id = newId("thread");
  const scope = {
    collectionIds: input.collectionIds.filter((collectionId) => collectionId !== home.id),
    assetIds: input.assetIds,
  };
  const thread = insertThread(db, {
    id,
    organizationId: home.organizationId,
    tenantId: home.tenantId,
    homeCollectionId: home.id,
    label: input.label,
    chatKey: input.chatKey ?? null,
    createdAt: now,
    createdBy: actor.id,
    modifiedAt: now,
    modifiedBy: actor.id,
  });
  const waiting = startDeferredAssets(db, { threadId: id, attached: scope, by: actor.id, at: now });
  const after = await commit(actor.writer, {
    asserts: scopeAssertions(actor.id, home.id, scope),
    writes: [
      thread,
      insertScope(db, id, scope, actor.id, now),
      touchRecentAssets(db, actor.id, input.assetIds, now),
      ...waiting.statements,
    ],
    audit: { organizationId: home.organizationId, targetId: id, changes: { collectionId: home.id } },
    returning: { ...threadView(db, userOf(actor.id), id), starts: waiting.starts },
  });
  const { starts, ...view } = after;
  ctx.runInline(starts);
  return { rows: view, done: starts.length === 0 };
}

/**
 * Returns a thread that an earlier call created, in its current state.
 * @throws ServiceError `not_found`
 */
export async function getCreatedThread(
  ctx: Context,
  { threadId }: { threadId: Id<"thread"> },
): Promise<CreatedThread> {
  const view = threadView(ctx.db, actorSql(ctx), threadId);
  const { started, ...rows } = (await readAsUser(ctx, { ...view, started: findStarted(ctx.db, threadId) }))
    .rows;
  requireAction(rows.thread[0], "read", "thread");
  return { rows, done: started.length === 0 };
}
