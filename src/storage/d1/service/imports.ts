import { sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import { isActiveUser, listOf, mayOnCollection, userOf } from "../core/access.ts";
import type { Assertion } from "../core/commit.ts";
import type { Database, Statement } from "../core/database.ts";
import { imports } from "../schema/imports.ts";
import { rootOf } from "./event-listing.ts";

export type ImportRow = typeof imports.$inferSelect;

/** An import, visible to its requester and to owners of the organization. */
export function findImport({ build }: Database, actor: SQL, importId: string) {
  const root = sql`(SELECT iro.root_collection_id FROM organizations iro WHERE iro.id = "imports"."organization_id")`;
  return build
    .select()
    .from(imports)
    .where(
      sql`${imports.id} = ${importId} AND (${imports.requestedBy} = ${actor} OR ${mayOnCollection(actor, root, "own")})`,
    );
}

/** An import for its job, without a permission check. */
export function findImportRow({ build }: Database, importId: string) {
  return build
    .select()
    .from(imports)
    .where(sql`${imports.id} = ${importId}`);
}

/** The root and its child collections, as rows of `collections`. */
function firstOf(organizationId: string): SQL {
  const root = rootOf(organizationId);
  return sql`(SELECT * FROM collections fr WHERE fr.id = ${root}
    UNION ALL SELECT * FROM collections fb WHERE fb.parent_id = ${root} AND fb.lifecycle_state = 'active')`;
}

/**
 * Whether the organization contains nothing but its initial collections and these files, according to the
 * collections' counts.
 */
function isEmptyBut(organizationId: string, assetIds: readonly string[]): SQL<boolean> {
  const first = firstOf(organizationId);
  return sql<boolean>`(NOT EXISTS (SELECT 1 FROM ${first} ec WHERE ec.kind = 'collection' OR ec.thread_count > 0
      OR ec.kind <> 'root' AND EXISTS (SELECT 1 FROM collections eb WHERE eb.parent_id = ec.id AND eb.lifecycle_state = 'active'))
    AND (SELECT sum(ec.asset_count) FROM ${first} ec) = (SELECT count(*) FROM ${listOf(assetIds)} named
      CROSS JOIN asset_collections el ON el.asset_id = named.value AND el.listed = 1))`;
}

/** Whether the organization accepts an import: it is empty, and no import is running. */
export function findImportCapacity({ build }: Database, organizationId: string, assetIds: readonly string[]) {
  return build.all<{
    readonly isEmpty: 0 | 1;
    readonly isUnderWay: 0 | 1;
  }>(sql`SELECT ${isEmptyBut(organizationId, assetIds)} AS "isEmpty",
    ${isUnderWay(organizationId)} AS "isUnderWay"`);
}

function isUnderWay(organizationId: string): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM imports ui WHERE ui.organization_id = ${organizationId} AND ui.finished_at IS NULL)`;
}

/** Asserts at write time that the organization accepts an import and that the files are unchanged. */
export function importAsserts(
  organizationId: string,
  seen: readonly { readonly id: string; readonly objectKey: string }[],
): Assertion[] {
  const ids = seen.map(({ id }) => id);
  const files = JSON.stringify(seen.map(({ id, objectKey }) => ({ id, objectKey })));
  return [
    {
      name: "same_bytes",
      holds: sql`NOT EXISTS (SELECT 1 FROM json_each(${files}) seen LEFT JOIN assets sa ON sa.id = seen.value ->> 'id'
        AND sa.lifecycle_state = 'uploading' WHERE sa.object_key IS NOT seen.value ->> 'objectKey')`,
    },
    { name: "organization_is_empty", holds: isEmptyBut(organizationId, ids) },
    { name: "no_import_under_way", holds: sql`NOT ${isUnderWay(organizationId)}` },
  ];
}

export function insertImport({ build }: Database, row: typeof imports.$inferInsert): Statement {
  return build.insert(imports).values(row);
}

/** Asserts that the slice is the next one and that the importing user may still write. */
export function sliceAsserts({ id, organizationId, requestedBy, step }: ImportRow): Assertion[] {
  return [
    {
      name: "import_as_seen",
      holds: sql`(SELECT si.step FROM imports si WHERE si.id = ${id} AND si.finished_at IS NULL) = ${step}`,
    },
    { name: "may_own", holds: mayOnCollection(userOf(requestedBy), rootOf(organizationId), "own") },
    { name: "user_active", holds: isActiveUser(userOf(requestedBy)) },
  ];
}

type Changed = Partial<
  Pick<ImportRow, "state" | "sourceId" | "progress" | "counts" | "failureReason" | "finishedAt">
>;

/** Advances an import by one slice. */
export function moveImport(
  { build }: Database,
  { id, step }: Pick<ImportRow, "id" | "step">,
  changed: Changed,
): Statement {
  return build
    .update(imports)
    .set({ ...changed, step: step + 1 })
    .where(sql`${imports.id} = ${id}`);
}

/** The initial collections of an organization, which the sign-up created. */
export function selectFirstCollections({ build }: Database, organizationId: string) {
  return build.all<{
    readonly id: Id<"col">;
    readonly kind: string;
    readonly path: string;
    readonly depth: number;
  }>(
    sql`SELECT fc.id, fc.kind, fc.path, fc.depth FROM ${firstOf(organizationId)} fc WHERE fc.kind <> 'collection' ORDER BY fc.id`,
  );
}

/** The path and depth of each of these collections that exists. */
export function findPositions({ build }: Database, organizationId: string, ids: readonly string[]) {
  return build.all<{
    readonly id: Id<"col">;
    readonly path: string;
    readonly depth: number;
  }>(sql`SELECT pc.id, pc.path, pc.depth
    FROM ${listOf(ids)} named CROSS JOIN collections pc ON pc.id = named.value AND pc.organization_id = ${organizationId}
      AND pc.lifecycle_state = 'active'`);
}

/** Asserts that these collections exist. */
export function doExist(organizationId: string, ids: readonly string[]): Assertion[] {
  if (ids.length === 0) return [];
  const there = sql`SELECT 1 FROM collections tc WHERE tc.id = named.value AND tc.organization_id = ${organizationId} AND tc.lifecycle_state = 'active'`;
  return [
    {
      name: "named_is_here",
      holds: sql`NOT EXISTS (SELECT 1 FROM ${listOf(ids)} named WHERE NOT EXISTS (${there}))`,
    },
  ];
}

export function findTenant({ build }: Database, organizationId: string) {
  return build.all<{ readonly tenantId: Id<"tenant"> }>(
    sql`SELECT tc.tenant_id AS "tenantId" FROM collections tc WHERE tc.id = ${rootOf(organizationId)}`,
  );
}
