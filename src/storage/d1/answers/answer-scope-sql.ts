import { sql, type SQL } from "drizzle-orm";
import { isActiveUser, isAliveThread, isWithin, mayOnPath } from "../core/access.ts";

/**
 * Defines the WITH tables `removed` and `tops`. `tops` holds the highest collections of the scope that the
 * asker may read. The asker may read all scope content below these collections.
 */
export function readableTops(asker: SQL, threadId: string | SQL, answerId: string | null): SQL {
  return sql`roots AS MATERIALIZED (
        SELECT rc.id AS root_id, rc.path AS root_path, rc.organization_id AS root_organization, named.mentioned AS mentioned,
          ${mayOnPath(asker, sql`rc.path`, "read")} AS whole
        FROM (${rootIds(threadId, answerId)}) named JOIN collections rc ON rc.id = named.id AND rc.lifecycle_state = 'active'
        WHERE ${isActiveUser(asker)}),
      ${removedTable(answerId)}
      tops(id, path, is_root, mentioned) AS (SELECT root_id, root_path, 1, mentioned FROM roots WHERE whole
        UNION ALL SELECT c.id, c.path, 0, mentioned FROM roots
          CROSS JOIN grants part ON part.user_id = ${asker} AND part.organization_id = root_organization
          CROSS JOIN collections c ON c.id = part.collection_id AND c.lifecycle_state = 'active'
          WHERE NOT whole AND ${isWithin(sql`c.path`, sql`root_path`)})`;
}

/**
 * Condition for questions without an answer id, which have no rows in `answer_scope`. Omitting those long
 * subqueries saves parsing: D1 parses every statement anew.
 */
const NOWHERE = sql`0`;

/**
 * Whether the prompt replaces the thread's scope. The replacement counts even if the asker can read nothing
 * in the new scope.
 */
export function isReplaced(answerId: string | null): SQL {
  return answerId === null
    ? NOWHERE
    : sql`EXISTS (SELECT 1 FROM answer_scope os WHERE os.answer_id = ${answerId} AND os.role = 'only')`;
}

export function rootIds(threadId: string | SQL, answerId: string | null): SQL {
  return sql`SELECT t.home_collection_id AS id, 0 AS mentioned FROM threads t
      WHERE t.id = ${threadId} AND ${isAliveThread("t")}${unlessReplaced(answerId)}
    UNION SELECT ts.target_id, 0 FROM thread_scope ts WHERE ts.thread_id = ${threadId} AND ts.kind = 'collection'${unlessReplaced(answerId)}
    ${andNamed(answerId, "collection")}`;
}

export function namedAssetIds(threadId: string | SQL, answerId: string | null): SQL {
  return sql`SELECT ts.target_id AS id, 0 AS mentioned FROM thread_scope ts
      WHERE ts.thread_id = ${threadId} AND ts.kind = 'asset'${unlessReplaced(answerId)}
    ${andNamed(answerId, "asset")}`;
}

function unlessReplaced(answerId: string | null): SQL {
  return answerId === null ? sql`` : sql` AND NOT ${isReplaced(answerId)}`;
}

function andNamed(answerId: string | null, kind: "collection" | "asset"): SQL {
  return answerId === null ? sql`` : sql`UNION ${namedForAnswer(answerId, kind)}`;
}

export function namedForAnswer(answerId: string, kind: "collection" | "asset"): SQL {
  return sql`SELECT ns.target_id, ns.role = 'mention' FROM answer_scope ns
    WHERE ns.answer_id = ${answerId} AND ns.role IN ('only', 'added', 'mention') AND ns.kind = ${kind}`;
}

/** Defines the WITH table `removed`, followed by a comma. */
export function removedTable(answerId: string | null): SQL {
  if (answerId === null) return sql``;
  return sql`removed AS MATERIALIZED (SELECT xc.path AS removed_path FROM answer_scope xs JOIN collections xc ON xc.id = xs.target_id
    WHERE xs.answer_id = ${answerId} AND xs.role = 'removed' AND xs.kind = 'collection'),`;
}

/** Whether `path` is in the subtree of a collection that the prompt excludes. Requires `removedTable`. */
export function isBelowRemoved(answerId: string | null, path: SQL): SQL {
  return answerId === null
    ? NOWHERE
    : sql`EXISTS (SELECT 1 FROM removed WHERE ${isWithin(path, sql`removed.removed_path`)})`;
}

export function isRemoved(answerId: string | null, assetId: SQL): SQL {
  if (answerId === null) return NOWHERE;
  return sql`EXISTS (SELECT 1 FROM answer_scope ra WHERE ra.answer_id = ${answerId} AND ra.role = 'removed' AND ra.kind = 'asset'
    AND ra.grouping = 0 AND ra.target_id = ${assetId})`;
}
