import { sql } from "drizzle-orm";
import type { Database, Statement } from "./database.ts";
import type { OutboxEntry } from "./outbox-store.ts";

/**
 * Starts the processing of those named assets that are uploaded and wait for it; each delivery is ordered in the same batch.
 * CROSS JOIN and the plus sign: the planner would read whatever is uploaded anywhere.
 */
export function startWaitingAssets(db: Database, deliveries: readonly OutboxEntry[], actorId: string, at: Date): Statement[] {
  const entries = JSON.stringify(deliveries.map(({ id, targetId }) => ({ id, targetId })));
  const ordered = db.build.run(sql`INSERT INTO outbox (id, kind, target_id, attempts, due_at)
    SELECT value ->> 'id', 'process_asset', value ->> 'targetId', 0, ${at.getTime()} FROM json_each(${entries})
    CROSS JOIN assets a ON a.id = value ->> 'targetId' AND a.lifecycle_state = 'uploaded'`);
  const started = db.build.run(sql`UPDATE assets SET lifecycle_state = 'processing', run = run + 1, version = version + 1,
      lifecycles_completed = json_insert(lifecycles_completed, '$[#]', 'uploaded'), modified_at = ${at.getTime()}, modified_by = ${actorId}
    WHERE id IN (SELECT value ->> 'targetId' FROM json_each(${entries})) AND +lifecycle_state = 'uploaded'`);
  return [ordered, started];
}
