import { sql } from "drizzle-orm";
import { requireAction } from "../domain/authorized.ts";
import { type Id, newId } from "../domain/ids.ts";
import { requireBringable } from "../domain/thread-scope.ts";
import { findCollection, findCollections } from "../storage/d1/collection-store.ts";
import { commit } from "../storage/d1/commit.ts";
import { touchRecentAssets } from "../storage/d1/recent-assets-store.ts";
import { threads } from "../storage/d1/schema/threads.ts";
import { scopeAssertions } from "../storage/d1/scope-assertions.ts";
import { findScopeAssets, insertScope } from "../storage/d1/thread-scope-store.ts";
import { type ThreadRows, threadView } from "../storage/d1/thread-view.ts";
import { startWaitingAssets } from "../storage/d1/waiting-assets-store.ts";
import { findStarted } from "../storage/d1/watcher-store.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";
import { deliverSoon } from "./outbox.ts";
import { type OrganizationContext, requireSameOrganization } from "./organization-context.ts";

export interface CreateThreadInput {
  readonly homeId: Id<"col">;
  /** The rest of the scope. */
  readonly collectionIds: readonly Id<"col">[];
  readonly assetIds: readonly Id<"asset">[];
  /** "" becomes the first prompt. */
  readonly label: string;
  readonly organizationContext: OrganizationContext;
}

export interface CreatedThread {
  readonly rows: ThreadRows;
  readonly eventKey: string;
  /** False when assets of its scope have begun to be processed. */
  readonly done: boolean;
}

/**
 * Creates a thread in a home collection, with what its answers may use.
 * What lies outside the home's subtree is disclosed to the home's readers, and so needs `share`; inside, `read` is enough.
 * Assets of the scope that were uploaded and wait for a thread begin to be processed; the room tells how they go on.
 * @throws ServiceError `not_found`, `permission_denied`, `failed_precondition` for another organization's collection or asset
 */
export async function createThread(ctx: Context, input: CreateThreadInput): Promise<CreatedThread> {
  const { db, now } = ctx;
  const viewer = actorSql(ctx);
  const { actor, rows } = await readAsUser(ctx, {
    home: findCollection(db, viewer, input.homeId),
    collections: findCollections(db, viewer, input.collectionIds),
    assets: findScopeAssets(db, viewer, input.assetIds, sql`${input.homeId}`),
  });
  const home = requireAction(rows.home[0], "chat", "collection");
  requireSameOrganization(input.organizationContext, home);
  requireBringable(home, input, rows);
  const id = newId("thread");
  const scope = { collectionIds: input.collectionIds.filter((collectionId) => collectionId !== home.id), assetIds: input.assetIds };
  const thread = db.build.insert(threads).values({
    id,
    organizationId: home.organizationId,
    tenantId: home.tenantId,
    homeCollectionId: home.id,
    label: input.label,
    createdAt: now,
    createdBy: actor.id,
    modifiedAt: now,
    modifiedBy: actor.id,
  });
  const waiting = startWaitingAssets(db, { threadId: id, brought: scope, by: actor.id, at: now });
  const { eventKey, rows: after } = await commit(actor.writer, {
    asserts: scopeAssertions(actor.id, home.id, scope),
    statements: [
      thread,
      insertScope(db, id, scope, actor.id, now),
      touchRecentAssets(db, actor.id, input.assetIds, now),
      ...waiting.statements,
    ],
    event: { organizationId: home.organizationId, targetId: id },
    reads: { ...threadView(db, sql`${actor.id}`, id), starts: waiting.starts },
  });
  const { starts, ...view } = after;
  for (const start of starts) deliverSoon(ctx, start);
  return { rows: view, eventKey, done: starts.length === 0 };
}

/** A thread that was created before, as it is now. @throws ServiceError `not_found` */
export async function getCreatedThread(ctx: Context, { threadId }: { threadId: Id<"thread"> }): Promise<Omit<CreatedThread, "eventKey">> {
  const view = threadView(ctx.db, actorSql(ctx), threadId);
  const { started, ...rows } = (await readAsUser(ctx, { ...view, started: findStarted(ctx.db, threadId) })).rows;
  requireAction(rows.thread[0], "read", "thread");
  return { rows, done: started.length === 0 };
}
