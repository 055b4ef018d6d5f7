import { type SQL, sql } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import type { Writer } from "../core/commit.ts";
import type { Statement } from "../core/database.ts";
import { idOfRow } from "../core/id-block.ts";

/**
 * Writes audit events in other organizations that the change affects, in addition to the commit's own event.
 * @param rows a query that yields `organization_id` and `target_id`
 * @param changes JSON of the changed fields, an expression over `touched.organization_id`
 */
export function insertAuditEvents(
  { db, now, actorId, keyId = null, operation, operationId }: Writer,
  rows: SQL,
  changes = sql`'{}'`,
): Statement {
  return db.build
    .run(sql`INSERT INTO audit_events (id, organization_id, actor_id, key_id, operation, operation_id, target_id, changes, units, at)
    SELECT ${idOfRow("event", sql`n`)}, organization_id, ${actorId}, ${keyId}, ${operation}, ${operationId}, target_id, changes, 0, ${now.getTime()}
    FROM (SELECT row_number() OVER () AS n, touched.organization_id, touched.target_id, ${changes} AS changes FROM (${rows}) touched)`);
}

/**
 * Number of units to count: 0 if this call of the operation has already counted units for the target. Ids
 * sort by time, so the query reads only events after the start of the call.
 */
export function countUnitsOnce(
  { operationId }: Pick<Writer, "operationId">,
  organizationId: Id<"org">,
  targetId: Id,
  units: number,
): SQL<number> {
  const since = `event_${operationId.slice(operationId.indexOf("_") + 1)}`;
  return sql<number>`(CASE WHEN EXISTS (SELECT 1 FROM audit_events counted WHERE counted.organization_id = ${organizationId}
    AND counted.target_id = ${targetId} AND counted.id > ${since} AND counted.operation_id = ${operationId} AND counted.units > 0)
    THEN 0 ELSE ${units} END)`;
}
