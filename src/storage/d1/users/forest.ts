import { type SQL, sql } from "drizzle-orm";
import type { CollectionKind } from "../../../domain/collection.ts";
import { grantedOnPath, idsAlong } from "../core/access.ts";
import type { Database } from "../core/database.ts";

/** Topmost collections of other organizations whose descriptions a list includes. */
const FOREIGN_DESCRIPTIONS = 64;

/** A node of a collection tree. Flags are 0 or 1. */
export interface ForestRow {
  readonly id: string;
  readonly organizationId: string;
  readonly tenantId: string;
  readonly kind: CollectionKind;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly lifecycleState: "active" | "deleted";
  readonly path: string;
  readonly version: number;
  /** Whether the actor is not a member of the collection's organization. */
  readonly isForeign: number;
  /** Number of leading path ids that the actor may not read. */
  readonly hidden: number;
  /** Whether the actor has more grants than were examined. */
  readonly isPartial: number;
}

export interface ForestPage {
  readonly limit: number;
  readonly offset: number;
  /** Grants to examine at most, oldest first, so later shares do not displace earlier ones. */
  readonly grants: number;
}

/**
 * Readable collections, breadth first, those of the actor's own organizations first. Returns one row more
 * than requested if more exist. The cost depends only on the page, because an index finds each node from its
 * previous sibling or its parent.
 */
export function selectForest(db: Database, actor: SQL, page: ForestPage) {
  return walk(db, actor, { ...page, tops: topsOfGrants(actor, page) });
}

/**
 * The readable collections among the `collection_id`s that `named` yields, and their subtrees, breadth first.
 */
export function selectNamedForest(db: Database, actor: SQL, page: ForestPage & { readonly named: SQL }) {
  return walk(db, actor, { ...page, tops: topsAmong(actor, page.named) });
}

/** One collection and its subtree, if the actor may read the collection. */
export function selectForestBelow(db: Database, actor: SQL, collectionId: string, page: ForestPage) {
  return selectNamedForest(db, actor, { ...page, named: sql`SELECT ${collectionId} AS collection_id` });
}

function topsAmong(actor: SQL, named: SQL): SQL {
  return sql`SELECT root.id, ${isForeign(sql`root.organization_id`)}, (SELECT min(anc.key) FROM ${idsAlong(sql`root.path`)} anc
      CROSS JOIN grants gr ON gr.collection_id = anc.value AND gr.user_id = ${actor}), root.id, 0
    FROM (${named}) named CROSS JOIN collections root ON root.id = named.collection_id AND root.lifecycle_state = 'active'
    WHERE ${grantedOnPath(actor, sql`root.path`)} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${idsAlong(sql`root.path`)} upper
      CROSS JOIN collections above ON above.id = upper.value AND above.lifecycle_state = 'active'
      WHERE upper.value <> root.id AND upper.value IN (${named}) AND ${grantedOnPath(actor, sql`above.path`)} IS NOT NULL)
    GROUP BY root.id`;
}

/**
 * The roots of the actor's own organizations, and the topmost collections that other organizations granted.
 */
function topsOfGrants(actor: SQL, { limit, offset, grants }: ForestPage): SQL {
  return sql`SELECT root.id, 0, 0, '', 0 FROM home CROSS JOIN collections root ON root.id = home.root AND root.lifecycle_state = 'active'
    WHERE EXISTS (SELECT 1 FROM grants gr WHERE gr.user_id = ${actor} AND gr.collection_id = home.root)
    UNION ALL SELECT * FROM (SELECT root.id, ${isForeign(sql`root.organization_id`)}, root.depth - 1, min(looked.id),
        (SELECT count(*) FROM looked) >= ${grants}
      FROM looked CROSS JOIN collections root ON root.id = looked.collection_id AND root.lifecycle_state = 'active'
      WHERE root.id NOT IN (SELECT root FROM home) AND NOT EXISTS (SELECT 1 FROM ${idsAlong(sql`root.path`)} upper
        CROSS JOIN grants gr ON gr.user_id = ${actor} AND gr.collection_id = upper.value
        CROSS JOIN collections above ON above.id = upper.value AND above.lifecycle_state = 'active' WHERE upper.value <> root.id)
      GROUP BY root.id ORDER BY 4 LIMIT ${offset + limit + 1})`;
}

function isForeign(organizationId: SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM home WHERE home.id = ${organizationId})`;
}

/**
 * A recursive query returns rows in the order of its own ORDER BY, so the page needs no second sort:
 * https://sqlite.org/lang_with.html
 */
function walk(
  { build }: Database,
  actor: SQL,
  { tops, limit, offset, grants }: ForestPage & { readonly tops: SQL },
) {
  return build.all<ForestRow>(sql`WITH RECURSIVE home(id, root) AS MATERIALIZED (SELECT m.organization_id, o.root_collection_id
      FROM memberships m CROSS JOIN organizations o ON o.id = m.organization_id WHERE m.user_id = ${actor}),
    looked(id, collection_id) AS MATERIALIZED (SELECT own_grant.id, own_grant.collection_id FROM grants own_grant
      WHERE own_grant.user_id = ${actor} ORDER BY own_grant.id LIMIT ${grants}),
    top(id, is_foreign, hidden, rank, is_partial) AS MATERIALIZED (${tops}),
    node(id, is_foreign, level, rank, parent_id, hidden, is_partial) AS (
      SELECT id, is_foreign, 0, rank, NULL, hidden, is_partial FROM top
      UNION ALL
      SELECT next.id, node.is_foreign, node.level + step.down, next.id, next.parent_id, node.hidden, node.is_partial
      FROM node CROSS JOIN (SELECT 1 AS down UNION ALL SELECT 0) step
      CROSS JOIN collections next ON next.id = (SELECT sibling.id FROM collections sibling
        WHERE sibling.parent_id = iif(step.down, node.id, node.parent_id) AND sibling.lifecycle_state = 'active'
          AND sibling.id > iif(step.down, '', node.id) ORDER BY sibling.id LIMIT 1)
      ORDER BY 2, 3, 4 LIMIT ${offset + limit + 1})
    SELECT c.id, c.organization_id AS "organizationId", c.tenant_id AS "tenantId", c.kind, c.label, c.icon, c.path, c.version,
      c.lifecycle_state AS "lifecycleState", node.is_foreign AS "isForeign", node.hidden, node.is_partial AS "isPartial",
      CASE WHEN node.is_foreign = 0 OR (node.level = 0 AND node.rank < coalesce((SELECT first.rank FROM top first
        WHERE first.is_foreign = 1 ORDER BY first.rank LIMIT 1 OFFSET ${FOREIGN_DESCRIPTIONS}), '~')) THEN c.description ELSE '' END AS description
    FROM node CROSS JOIN collections c ON c.id = node.id LIMIT -1 OFFSET ${offset}`);
}
