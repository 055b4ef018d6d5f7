import { type SQL, sql } from "drizzle-orm";
import { SERVICE_USER_ID } from "../../../domain/ids.ts";
import { listOf } from "../core/access.ts";
import type { Assertion } from "../core/commit.ts";
import type { Database, Statement } from "../core/database.ts";
import { idOfRow } from "../core/id-block.ts";

/** Name of the entry in `cursors`. */
const CURSOR = "repair_users";
const cursor = sql`coalesce((SELECT value FROM cursors WHERE name = ${CURSOR}), '')`;

export type ServiceKind = "favorites" | "organization" | "personal";

const noMembership = sql`NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = u.id AND m.organization_id = u.organization_id)`;
const noProject = sql`NOT EXISTS (SELECT 1 FROM projects p WHERE p.organization_id = u.organization_id)`;
const noRoot = sql`NOT EXISTS (SELECT 1 FROM collections r WHERE r.id = o.root_collection_id)`;
const noOwner = sql`NOT EXISTS (SELECT 1 FROM grants g WHERE g.collection_id = o.root_collection_id AND g.action = 'own')`;

/**
 * Whether the organization lacks the initial collection of this kind. Initial collections are the oldest of
 * an organization, so the index finds them first.
 */
function no(kind: SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM collections c INDEXED BY collections_organization
    WHERE c.organization_id = o.id AND c.kind = ${kind} AND c.parent_id = o.root_collection_id)`;
}

/**
 * The next users by id, and those among them with missing records. `homeless` is 1 for users without an
 * organization.
 */
export function findRepairPage({ build }: Database, size: number) {
  const page = sql`SELECT p.id, p.organization_id, p.lifecycle_state FROM users p WHERE p.id > ${cursor} ORDER BY p.id LIMIT ${size}`;
  return {
    page: build.all<{ seen: number; last: string | null; from: string }>(
      sql`SELECT count(*) AS seen, max(id) AS last, ${cursor} AS "from" FROM (${page})`,
    ),
    lacking: build.all<{
      id: string;
      homeless: number;
    }>(sql`SELECT u.id, o.id IS NULL AS homeless FROM (${page}) u
      LEFT JOIN organizations o ON o.id = u.organization_id WHERE u.lifecycle_state = 'active' AND (o.id IS NULL OR ${noMembership}
        OR ${noProject} OR ${noRoot} OR ${noOwner} OR ${no(sql`'favorites'`)} OR ${no(sql`'organization'`)} OR ${no(sql`'personal'`)})`),
  };
}

/** Asserts that no concurrent run has repaired this page. The other run continues after the page. */
export function isAtRepairCursor(from: string): Assertion {
  return { name: "repair_cursor", holds: sql`${cursor} = ${from}` };
}

export function moveRepairCursor({ build }: Database, to: string): Statement {
  return build.run(
    sql`INSERT INTO cursors (name, value) VALUES (${CURSOR}, ${to}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );
}

/** Creates the missing records of these users, one statement per kind. */
export function repairStatements(
  { build }: Database,
  userIds: readonly string[],
  labels: Record<ServiceKind, string>,
  at: Date,
): Statement[] {
  const owners = sql`${listOf(userIds)} named CROSS JOIN users u ON u.id = named.value CROSS JOIN organizations o ON o.id = u.organization_id`;
  const recorded = sql`created_at, created_by, modified_at, modified_by`;
  const record = sql`${at.getTime()}, ${SERVICE_USER_ID}, ${at.getTime()}, ${SERVICE_USER_ID}`;
  const row = sql`row_number() OVER ()`;
  const into = sql`INSERT INTO collections (id, organization_id, tenant_id, parent_id, kind, label, path, depth, ${recorded})`;
  const kinds = sql`json_each(${JSON.stringify(labels)}) wanted`;
  const missing = sql`SELECT ${idOfRow("col", row)} AS id, o.id AS organization_id, o.tenant_id, o.root_collection_id AS root,
    wanted.key AS kind, wanted.value AS label FROM ${owners} CROSS JOIN ${kinds} WHERE ${no(sql`wanted.key`)}`;
  const theirs = sql`SELECT u.organization_id FROM ${listOf(userIds)} named CROSS JOIN users u ON u.id = named.value`;
  return [
    build.run(sql`UPDATE users AS u SET version = version + 1, modified_at = ${at.getTime()}, modified_by = ${SERVICE_USER_ID}
      WHERE u.id IN (SELECT value FROM ${listOf(userIds)}) AND ${noMembership}`),
    build.run(sql`INSERT INTO memberships (user_id, organization_id, tenant_id, ${recorded})
      SELECT u.id, o.id, o.tenant_id, ${record} FROM ${owners} WHERE ${noMembership}`),
    build.run(sql`INSERT INTO projects (id, organization_id, name, display_name, slug, ${recorded})
      SELECT ${idOfRow("project", row)}, o.id, 'default', 'Default', 'default', ${record} FROM ${owners} WHERE ${noProject}`),
    build.run(sql`${into} SELECT o.root_collection_id, o.id, o.tenant_id, NULL, 'root', o.display_name, o.root_collection_id || '/', 1, ${record}
      FROM ${owners} WHERE ${noRoot}`),
    build.run(
      sql`${into} SELECT id, organization_id, tenant_id, root, kind, label, root || '/' || id || '/', 2, ${record} FROM (${missing})`,
    ),
    build.run(sql`INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by)
      SELECT ${idOfRow("perm", row)}, u.id, o.root_collection_id, o.id, 'own', ${at.getTime()}, ${SERVICE_USER_ID}
      FROM ${owners} WHERE ${noOwner}`),
    build.run(sql`UPDATE organizations SET collection_count = (SELECT count(*) FROM collections c WHERE c.organization_id = organizations.id)
      WHERE id IN (${theirs})`),
  ];
}

/** The repaired users for the audit log, each in their organization. */
export function repairedUsers(userIds: readonly string[]): SQL {
  return sql`SELECT u.organization_id, u.id AS target_id FROM ${listOf(userIds)} named CROSS JOIN users u ON u.id = named.value`;
}
