import { eq, type SQL, sql } from "drizzle-orm";
import type { DeletionPlan } from "../../../domain/deletion.ts";
import { isWithin, listOf, mayOnCollection, mayOnPath } from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";
import { deletions } from "../schema/deletions.ts";

/** A record that the deletion keeps, because an active collection outside the deletion holds it. */
export interface Staying {
  readonly id: string;
  /** JSON array of the collections that hold the record and that the actor may read. */
  readonly collectionIds: string;
}

/** Records to list at most among those that stay. */
const STAYING_SHOWN = 100;

/** The named collections and their subtrees, as `going`. */
const going = (
  collectionIds: readonly string[],
): SQL => sql`going(id) AS MATERIALIZED (SELECT DISTINCT below.id FROM ${listOf(collectionIds)} named
    CROSS JOIN collections top ON top.id = named.value AND top.lifecycle_state = 'active'
    CROSS JOIN collections below ON ${isWithin(sql`below.path`, sql`top.path`)} AND below.lifecycle_state = 'active'),
  held(id) AS MATERIALIZED (SELECT DISTINCT gl.asset_id FROM going CROSS JOIN asset_collections gl ON gl.collection_id = going.id),
  staying(id) AS MATERIALIZED (SELECT held.id FROM held WHERE EXISTS (SELECT 1 FROM asset_collections el
    CROSS JOIN collections ec ON ec.id = el.collection_id AND ec.lifecycle_state = 'active'
    WHERE el.asset_id = held.id AND ec.id NOT IN (SELECT id FROM going)))`;

/**
 * The records that the deletion would remove and the records that it would keep, with a sample of the latter.
 */
export function planDeletion({ build }: Database, actor: SQL, collectionIds: readonly string[]) {
  return {
    planned: build.all<{
      collections: number;
      threads: number;
      assets: number;
      staying: number;
    }>(sql`WITH ${going(collectionIds)}
      SELECT (SELECT count(*) FROM going) AS collections,
        (SELECT count(*) FROM going CROSS JOIN threads gt ON gt.home_collection_id = going.id) AS threads,
        (SELECT count(*) FROM held) - (SELECT count(*) FROM staying) AS assets, (SELECT count(*) FROM staying) AS staying`),
    staying: build.all<Staying>(sql`WITH ${going(collectionIds)} SELECT staying.id AS id,
      (SELECT json_group_array(sc.id) FROM asset_collections sl CROSS JOIN collections sc ON sc.id = sl.collection_id AND sc.lifecycle_state = 'active'
        WHERE sl.asset_id = staying.id AND sc.id NOT IN (SELECT id FROM going) AND ${mayOnPath(actor, sql`sc.path`, "read")}) AS "collectionIds"
      FROM staying ORDER BY staying.id LIMIT ${STAYING_SHOWN}`),
  };
}

/** Whether all these collections exist and the user owns each. */
export function mayOwnAll(actor: SQL, collectionIds: readonly string[]): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${listOf(collectionIds)} named WHERE NOT ${mayOnCollection(actor, sql`named.value`, "own")})`;
}

interface NewDeletion {
  readonly id: string;
  readonly organizationId: string;
  readonly plan: DeletionPlan;
}

/** Deletes the collections and their subtrees. The items of the receipt name the deleted collections. */
export function beginDeletion({ build }: Database, deletion: NewDeletion, by: string, at: Date): Statement[] {
  const { id, organizationId, plan } = deletion;
  const items = sql`SELECT di.target_id FROM deletion_items di WHERE di.deletion_id = ${id} AND di.kind = 'collection'`;
  return [
    build
      .insert(deletions)
      .values({ id, organizationId, requestedBy: by, requestedAt: at, plan: JSON.stringify(plan) }),
    build.run(sql`INSERT INTO deletion_items (deletion_id, kind, target_id) SELECT DISTINCT ${id}, 'collection', below.id
      FROM ${listOf(plan.collectionIds)} named CROSS JOIN collections top ON top.id = named.value
      CROSS JOIN collections below ON ${isWithin(sql`below.path`, sql`top.path`)} AND below.lifecycle_state = 'active'`),
    build.run(sql`UPDATE collections SET lifecycle_state = 'deleted', deleted_at = ${at.getTime()}, deleted_by = ${by}, version = version + 1
      WHERE id IN (${items})`),
    build.run(
      sql`UPDATE organizations SET collection_count = collection_count - (SELECT count(*) FROM (${items})) WHERE id = ${organizationId}`,
    ),
  ];
}

/** A deletion, visible to its requester and to owners of the organization. */
export function findDeletion(db: Database, actor: SQL, deletionId: string) {
  const root = sql`(SELECT dro.root_collection_id FROM organizations dro WHERE dro.id = "deletions"."organization_id")`;
  return db.build
    .select()
    .from(deletions)
    .where(
      sql`${eq(deletions.id, deletionId)} AND (${deletions.requestedBy} = ${actor} OR ${mayOnCollection(actor, root, "own")})`,
    );
}

/** Progress of a deletion for one kind of record. */
export interface RemovedOfKind {
  readonly kind: "collection" | "thread" | "asset";
  readonly found: number;
  readonly left: number;
  readonly removedAt: number | null;
  readonly rows: number;
  readonly objects: number;
  readonly passages: number;
  readonly rooms: number;
}

export function sumItems({ build }: Database, deletionId: string) {
  return build.all<RemovedOfKind>(sql`SELECT kind, count(*) AS found, sum(removed_at IS NULL) AS "left", max(removed_at) AS "removedAt",
      sum(rows) AS rows, sum(objects) AS objects, sum(passages) AS passages, sum(rooms) AS rooms
    FROM deletion_items WHERE deletion_id = ${deletionId} GROUP BY kind`);
}

export interface DeletionItem {
  readonly kind: RemovedOfKind["kind"];
  readonly targetId: string;
}

/** The items of a deletion after the given item, in a fixed order. */
export function selectItems(
  { build }: Database,
  deletionId: string,
  after: DeletionItem | null,
  limit: number,
) {
  return build.all<
    DeletionItem & { readonly removedAt: number | null }
  >(sql`SELECT kind, target_id AS "targetId",
      removed_at AS "removedAt" FROM deletion_items
    WHERE deletion_id = ${deletionId} AND (kind, target_id) > (${after?.kind ?? ""}, ${after?.targetId ?? ""}) ORDER BY kind, target_id LIMIT ${limit}`);
}
