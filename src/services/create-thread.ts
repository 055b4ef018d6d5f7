import { sql } from "drizzle-orm";
import { type Authorized, requireAction } from "../domain/authorized.ts";
import { ServiceError } from "../domain/errors.ts";
import { type Id, newId } from "../domain/ids.ts";
import { type CollectionView, findCollection, findCollections } from "../storage/d1/collection-store.ts";
import { commit } from "../storage/d1/commit.ts";
import { touchRecentAssets } from "../storage/d1/recent-assets-store.ts";
import { threads } from "../storage/d1/schema/threads.ts";
import { scopeAssertions } from "../storage/d1/scope-assertions.ts";
import { findScopeAssets, insertScope, type ScopeAsset } from "../storage/d1/thread-scope-store.ts";
import { type ThreadRows, threadView } from "../storage/d1/thread-view.ts";
import { startWaitingAssets } from "../storage/d1/waiting-assets-store.ts";
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
 * Assets that were uploaded and wait for a thread begin to be processed.
 * @throws ServiceError `not_found`, `permission_denied`, `failed_precondition` for another organization's collection or asset
 */
export async function createThread(ctx: Context, input: CreateThreadInput): Promise<CreatedThread> {
  const { db, now } = ctx;
  const viewer = actorSql(ctx);
  const { actor, rows } = await readAsUser(ctx, {
    home: findCollection(db, viewer, input.homeId),
    collections: findCollections(db, viewer, input.collectionIds),
    assets: findScopeAssets(db, viewer, input.assetIds, input.homeId),
  });
  const home = requireAction(rows.home[0], "chat", "collection");
  requireSameOrganization(input.organizationContext, home);
  requireScopeCollections(home, input.collectionIds, rows.collections);
  requireScopeAssets(home, input.assetIds, rows.assets);
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
  const waiting = rows.assets.filter((asset) => asset.lifecycleState === "uploaded");
  const deliveries = waiting.map((asset) => ({ id: newId("event"), kind: "process_asset" as const, targetId: asset.id }));
  const { eventKey, rows: after } = await commit(actor.writer, {
    asserts: scopeAssertions(actor.id, home.id, scope),
    statements: [
      thread,
      insertScope(db, id, scope, actor.id, now),
      touchRecentAssets(db, actor.id, input.assetIds, now),
      ...startWaitingAssets(db, deliveries, actor.id, now),
    ],
    event: { organizationId: home.organizationId, targetId: id },
    reads: threadView(db, sql`${actor.id}`, id),
  });
  for (const delivery of deliveries) deliverSoon(ctx, delivery);
  return { rows: after, eventKey, done: waiting.length === 0 };
}

function requireScopeCollections(
  home: Authorized<CollectionView, "chat">,
  wanted: readonly string[],
  found: readonly CollectionView[],
): void {
  const byId = new Map(found.map((collection) => [collection.id, collection]));
  for (const id of wanted) {
    const collection = requireAction(byId.get(id), "read", "collection");
    requireInOrganization(home, collection);
    if (!collection.path.startsWith(home.path)) requireAction(collection, "share", "collection");
  }
}

function requireScopeAssets(home: Authorized<CollectionView, "chat">, wanted: readonly string[], found: readonly ScopeAsset[]): void {
  const byId = new Map(found.map((asset) => [asset.id, asset]));
  for (const id of wanted) {
    const asset = requireAction(byId.get(id), "read", "asset");
    requireInOrganization(home, asset);
    if (!asset.isUnderHome) requireAction(asset, "share", "asset");
  }
}

function requireInOrganization(home: { organizationId: string }, record: { organizationId: string }): void {
  if (record.organizationId !== home.organizationId) {
    throw new ServiceError("failed_precondition", "Everything in a thread's scope belongs to the thread's organization.");
  }
}
