import { sql } from "drizzle-orm";
import { type Action, effectiveActions, parseGranted } from "../domain/access.ts";
import { requireAction } from "../domain/authorized.ts";
import { invalidField, ServiceError } from "../domain/errors.ts";
import { type Id, newId } from "../domain/ids.ts";
import { listOf, mayOnPath } from "../storage/d1/access-sql.ts";
import { type CollectionView, findCollections } from "../storage/d1/collection-store.ts";
import { commit } from "../storage/d1/commit.ts";
import { countGrants, findShareTargets, insertGrants, type ShareTarget } from "../storage/d1/grant-store.ts";
import { type Actor, actorSql, type Context, readAsUser } from "./context.ts";

export interface ShareCollectionsInput {
  readonly actions: readonly Action[];
  readonly collectionIds: readonly Id<"col">[];
  readonly userIds: readonly Id<"user">[];
  /** ASCII lower-cased. */
  readonly emails: readonly string[];
}

/**
 * Grants actions on collections, and so on their subtrees, to users named by id or by an address that exactly one active user has verified.
 * Sharing again what is shared changes nothing.
 * @throws ServiceError `not_found`, `permission_denied`, `invalid_argument` for an unknown user
 */
export async function shareCollections(
  ctx: Context,
  input: ShareCollectionsInput,
): Promise<{ users: readonly ShareTarget[]; eventKey: string }> {
  const { db } = ctx;
  const { actor, rows } = await readAsUser(ctx, {
    collections: findCollections(db, actorSql(ctx), input.collectionIds),
    targets: findShareTargets(db, input.userIds, input.emails),
    existing: countGrants(db, input.userIds, input.emails, input.collectionIds, input.actions),
  });
  const collections = requireShareable(input, rows.collections);
  const users = requireTargets(input, rows.targets);
  const others = users.filter((user) => user.id !== actor.id);
  const wanted = others.length * input.collectionIds.length * input.actions.length;
  const held = rows.existing.filter((grant) => grant.userId !== actor.id).length;
  if (wanted === held) return { users, eventKey: "" };
  const eventKey = await writeGrants(ctx, actor, input, collections, others);
  return { users, eventKey };
}

async function writeGrants(
  ctx: Context,
  actor: Actor,
  input: ShareCollectionsInput,
  collections: readonly CollectionView[],
  users: readonly ShareTarget[],
): Promise<string> {
  const grants = users.flatMap((user) =>
    collections.flatMap(({ id, organizationId }) =>
      input.actions.map((action) => ({ id: newId("perm"), userId: user.id, collectionId: id, organizationId, action })),
    ),
  );
  const lacking = (action: Action) => sql`EXISTS (SELECT 1 FROM ${listOf(input.collectionIds)} shared
    LEFT JOIN collections sc ON sc.id = shared.value AND sc.lifecycle_state = 'active'
    WHERE sc.id IS NULL OR NOT ${mayOnPath(sql`${actor.id}`, sql`sc.path`, action)})`;
  const inactive = sql`EXISTS (SELECT 1 FROM ${listOf(users.map((user) => user.id))} target
    JOIN users tu ON tu.id = target.value WHERE tu.lifecycle_state <> 'active')`;
  const needed: readonly Action[] = ["share", ...input.actions];
  const { eventKey } = await commit(actor.writer, {
    asserts: [
      ...needed.map((action) => ({ name: `may_${action}`, holds: sql`NOT ${lacking(action)}` })),
      { name: "users_active", holds: sql`NOT ${inactive}` },
    ],
    statements: [insertGrants(ctx.db, grants, actor.id, ctx.now)],
    event: { organizationId: collections[0]?.organizationId ?? null, targetId: input.collectionIds[0] ?? "" },
  });
  return eventKey;
}

/** Every collection may be shared by the caller, and nobody grants what he lacks. */
function requireShareable(input: ShareCollectionsInput, found: readonly CollectionView[]): CollectionView[] {
  const byId = new Map(found.map((collection) => [collection.id, collection]));
  return input.collectionIds.map((collectionId) => {
    const collection = requireAction(byId.get(collectionId), "share", "collection");
    const held = effectiveActions(parseGranted(collection.granted));
    const lacked = input.actions.find((action) => !held.includes(action));
    if (lacked !== undefined) throw new ServiceError("permission_denied", `You cannot grant "${lacked}": you do not have it here.`);
    return collection;
  });
}

function requireTargets(input: ShareCollectionsInput, found: readonly ShareTarget[]): ShareTarget[] {
  const byId = new Map(found.map((user) => [user.id, user]));
  input.userIds.forEach((userId, position) => {
    if (!byId.has(userId)) throw invalidField(`shareTo.${position}`, "is not an active user");
  });
  const unknown = input.emails.filter((email) => found.filter((user) => user.verifiedEmail === email).length !== 1);
  if (unknown.length > 0) {
    throw new ServiceError("unimplemented", "Invitations are not offered yet: every address must be the verified one of a user.");
  }
  return [...byId.values()];
}
