import { type SQL, sql } from "drizzle-orm";
import type { Writer } from "../core/commit.ts";
import type { Statement } from "../core/database.ts";
import { idOfRow } from "../core/id-series.ts";

/**
 * Audit events beside a commit's own, for the other organizations that one change touches.
 * @param rows a query that yields `organization_id` and `target_id`
 */
export function insertAuditEvents({ db, now, actorId, operation, operationId }: Writer, rows: SQL): Statement {
  return db.build.run(sql`INSERT INTO audit_events (id, organization_id, actor_id, operation, operation_id, target_id, units, at)
    SELECT ${idOfRow("event", sql`n`)}, organization_id, ${actorId}, ${operation}, ${operationId}, target_id, 0, ${now.getTime()}
    FROM (SELECT row_number() OVER () AS n, touched.organization_id, touched.target_id FROM (${rows}) touched)`);
}
