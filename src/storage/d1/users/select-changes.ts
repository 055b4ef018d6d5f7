import { sql, type SQL } from "drizzle-orm";
import { type ChangeCursor, LATE_CHANGE_MS, MAX_CHANGES, MAX_HEARD } from "../../../domain/change-cursor.ts";
import { listOf, mayOnPath } from "../core/access.ts";
import type { Database } from "../core/database.ts";
import { MAX_ORGANIZATIONS, organizationsOf } from "../search/searchable-organizations.ts";
import { idAt } from "../service/event-listing.ts";

/** Ids that one change may name. */
const IDS_PER_CHANGE = 100;

export interface ChangesRow {
  /** JSON array of the ids of new events, at most `MAX_CHANGES` + 1. */
  readonly events: string;
  /** JSON array of the ids of all events of the cursor's time, new or known. */
  readonly known: string;
  /** JSON array of ids of readable collections, assets and threads. */
  readonly changed: string;
}

/**
 * Readable records that the audit log names after the cursor: the targets of events, the ids in their details,
 * and the collections that list these records. Reads the actor's organizations, their own first.
 */
export function selectChanges({ build }: Database, actor: SQL, { at, known }: ChangeCursor) {
  const after = idAt("event", at - LATE_CHANGE_MS);
  const isReadable = (path: SQL): SQL => mayOnPath(sql`(SELECT id FROM me)`, path, "read");
  const atPlace = sql`CROSS JOIN collections pc ON pc.id = held.collection_id AND pc.lifecycle_state = 'active' AND ${isReadable(sql`pc.path`)}`;
  return build.all<ChangesRow>(sql`WITH RECURSIVE ${organizationsOf(actor)},
      place(id) AS MATERIALIZED (SELECT found.id FROM found ORDER BY found.own DESC, found.id LIMIT ${MAX_ORGANIZATIONS}),
      heard(id) AS MATERIALIZED (SELECT ev.id FROM place CROSS JOIN audit_events ev INDEXED BY audit_events_organization
        ON ev.organization_id = place.id AND ev.id > ${after} LIMIT ${MAX_HEARD}),
      event(id) AS MATERIALIZED (SELECT id FROM heard WHERE id NOT IN (SELECT value FROM ${listOf(known)}) LIMIT ${MAX_CHANGES + 1}),
      named(id) AS MATERIALIZED (SELECT ev.target_id FROM event CROSS JOIN audit_events ev ON ev.id = event.id
        UNION SELECT * FROM (SELECT one.value FROM event CROSS JOIN audit_events ev ON ev.id = event.id
          CROSS JOIN json_each((SELECT json_group_array(detail.value) FROM (SELECT leaf.value FROM json_tree(ev.changes) leaf WHERE leaf.type = 'text'
            AND (leaf.value GLOB 'col_*' OR leaf.value GLOB 'asset_*' OR leaf.value GLOB 'thread_*') LIMIT ${IDS_PER_CHANGE}) detail)) one)),
      subject(id) AS MATERIALIZED (SELECT id FROM named WHERE id NOT GLOB 'msg_*'
        UNION SELECT wm.thread_id FROM named CROSS JOIN messages wm ON wm.id = named.id WHERE named.id GLOB 'msg_*'),
      told(id) AS MATERIALIZED (SELECT pc.id FROM subject CROSS JOIN collections pc ON pc.id = subject.id AND pc.lifecycle_state = 'active' AND ${isReadable(sql`pc.path`)}
        UNION SELECT one.value FROM subject CROSS JOIN asset_collections held ON held.asset_id = subject.id ${atPlace}
          CROSS JOIN json_each(json_array(held.asset_id, pc.id)) one
        UNION SELECT one.value FROM subject CROSS JOIN thread_places held ON held.thread_id = subject.id
          CROSS JOIN threads ht ON ht.id = held.thread_id CROSS JOIN collections home ON home.id = ht.home_collection_id AND home.lifecycle_state = 'active'
          ${atPlace} CROSS JOIN json_each(json_array(held.thread_id, pc.id)) one)
    SELECT (SELECT json_group_array(id) FROM event) AS events, (SELECT json_group_array(id) FROM heard) AS known,
      (SELECT json_group_array(id) FROM told) AS changed`);
}
