import { sql } from "drizzle-orm";
import { type Id, newId } from "../../../domain/ids.ts";
import type { Database } from "../core/database.ts";
import type { OutboxEntry } from "../service/outbox.ts";

/** The collections and the name of an asset that the index stores. */
export interface IndexedMembership {
  readonly assetId: Id<"asset">;
  /** The collections that hold the asset directly; null if the index does not report them. */
  readonly collectionIds: readonly string[] | null;
  readonly displayName: string | null;
}

/**
 * Enqueues index updates for assets whose name or collections differ from the indexed ones. The jobs run
 * after any earlier index update of the asset.
 * @returns the enqueued jobs
 */
export function enqueueIndexSync({ build }: Database, given: readonly IndexedMembership[], at: Date) {
  const rows = given.map(({ assetId, collectionIds, displayName }) => ({
    id: newId("event"),
    assetId,
    holders: collectionIds?.toSorted().join(",") ?? null,
    displayName,
  }));
  return build.all<OutboxEntry>(sql`INSERT INTO outbox (id, kind, target_id, due_at)
    SELECT one.value ->> 'id', 'index_collections', ia.id, ${at.getTime()} FROM json_each(${JSON.stringify(rows)}) one
    JOIN assets ia ON ia.id = one.value ->> 'assetId'
    WHERE ia.display_name IS NOT one.value ->> 'displayName' OR one.value ->> 'holders' IS NOT (
      SELECT coalesce(group_concat(ih.collection_id, ',' ORDER BY ih.collection_id), '') FROM asset_collections ih WHERE ih.asset_id = ia.id)
    RETURNING id, kind, target_id AS "targetId"`);
}
