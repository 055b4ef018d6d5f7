import { vi } from "vitest";
import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import { newId } from "../../../src/domain/ids.ts";
import { bindsAny } from "../faults/intercept-batches.ts";
import { testEnv } from "../setup/env.ts";
import { call } from "./call.ts";
import { type Person, signUp } from "./person.ts";

/** The first row of a query. */
export async function firstRow<T>(query: string, ...values: unknown[]): Promise<T | null> {
  return await testEnv.DB.prepare(query)
    .bind(...values)
    .first<T>();
}

/** The user's direct grants on the collection, in order. */
export async function grantsOf(userId: string, collectionId: string): Promise<string[]> {
  const query = "SELECT action FROM grants WHERE user_id = ? AND collection_id = ? ORDER BY action";
  return (await testEnv.DB.prepare(query).bind(userId, collectionId).all<{ action: string }>()).results.map(
    ({ action }) => action,
  );
}

/** Two accounts. The test merges the second into the first. */
export async function newPair(): Promise<[ada: Person, old: Person]> {
  return [await signUp(), await signUp("old")];
}

export const mergeSecret = (): string => serviceSecret(testEnv.TEST_SECRETS, ["users:merge"]);

/** Requests a merge, with the service token by default. */
export async function merge(
  into: { userId: string },
  old: { userId: string },
  options: { token?: string; headers?: Record<string, string> } = {},
) {
  const body = { newUserID: into.userId, oldUserId: old.userId, reason: "Two accounts of one person" };
  return await call("mergeUsers", {
    token: options.token ?? mergeSecret(),
    headers: options.headers ?? {},
    body,
  });
}

/** Inserts `each` rows of every record type in a person's name. Returns the row count. */
export async function fillAccount(
  { userId, organizationId, tenantId, rootId }: Person,
  each: number,
): Promise<number> {
  const stem = `0${newId("req").slice(-15)}`;
  const id = (kind: string): string => `'${kind}_${stem}' || printf('%010d', i)`;
  const record = `0, '${userId}', 0, '${userId}'`;
  const recorded = "created_at, created_by, modified_at, modified_by";
  const place = `'${organizationId}', '${tenantId}'`;
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${each})`;
  const inserts = [
    `collections (id, organization_id, tenant_id, parent_id, kind, label, path, depth, ${recorded}) ${numbers}
      SELECT ${id("col")}, ${place}, '${rootId}', 'collection', 'c', '${rootId}/' || ${id("col")} || '/', 2, ${record} FROM n`,
    `assets (id, organization_id, tenant_id, display_name, original_file_name, content_type, creation_method, lifecycle_state, object_key, ${recorded})
      ${numbers} SELECT ${id("asset")}, ${place}, 'a', 'a', 'text/plain', 'upload', 'ready', 'k', ${record} FROM n`,
    `asset_collections (id, asset_id, collection_id, created_at, created_by) ${numbers}
      SELECT ${id("assetcol")}, ${id("asset")}, '${rootId}', 0, '${userId}' FROM n`,
    `threads (id, organization_id, tenant_id, home_collection_id, label, ${recorded}) ${numbers}
      SELECT ${id("thread")}, ${place}, '${rootId}', 't', ${record} FROM n`,
    `messages (id, thread_id, position, kind, content, state, ${recorded}) ${numbers}
      SELECT ${id("msg")}, ${id("thread")}, 1, 'text', 'm', 'done', ${record} FROM n`,
    `messages (id, thread_id, position, kind, content, state, asked_by, ${recorded}) ${numbers}
      SELECT 'msg_' || upper('${stem}') || printf('%010d', i), ${id("thread")}, 2, 'text', 'm', 'done', '${userId}', 0, 'user_${"0".repeat(26)}', 0, 'user_${"0".repeat(26)}' FROM n`,
    `answer_feedback (answer_id, user_id, thread_id, organization_id, rating, word, created_at, modified_at) ${numbers}
      SELECT ${id("msg")}, '${userId}', ${id("thread")}, '${organizationId}', 'good', '', 0, i FROM n`,
    `thread_collections (id, thread_id, collection_id, created_at, created_by) ${numbers}
      SELECT ${id("threadcol")}, ${id("thread")}, ${id("col")}, 0, '${userId}' FROM n`,
    `thread_scope (thread_id, kind, target_id, created_at, created_by) ${numbers}
      SELECT ${id("thread")}, 'asset', ${id("asset")}, 0, '${userId}' FROM n`,
    `thread_links (id, thread_id, share_method, shared_by, shared_at, random_bits, token_hash) ${numbers}
      SELECT ${id("token")}, ${id("thread")}, 'link', '${userId}', 0, 'r', ${id("hash")} FROM n`,
    `invitations (id, organization_id, tenant_id, email, issued_by, issued_at, expires_at, random_bits, token_hash) ${numbers}
      SELECT ${id("token")}, ${place}, 'x@example.com', '${userId}', 0, 0, 'r', ${id("hash")} FROM n`,
    `grants (id, user_id, collection_id, organization_id, action, created_at, created_by) ${numbers}
      SELECT ${id("perm")}, '${userId}', ${id("col")}, '${organizationId}', 'read', 0, '${userId}' FROM n`,
    `recent_assets (user_id, asset_id, at) ${numbers} SELECT '${userId}', ${id("asset")}, i FROM n`,
    `presence (listener, thread_id, since) ${numbers} SELECT '${userId}', ${id("thread")}, i FROM n`,
    `diagnostics (id, created_at, created_by) ${numbers} SELECT ${id("diag")}, 0, '${userId}' FROM n`,
    `api_keys (id, user_id, name, hash, actions, collection_ids, created_at, expires_at) ${numbers}
      SELECT ${id("key")}, '${userId}', 'k', ${id("hash")}, '["read"]', '[]', 0, 0 FROM n`,
    `webhooks (id, organization_id, user_id, name, url, events, collection_ids, secret_bits, created_at, read_to) ${numbers}
      SELECT ${id("hook")}, '${organizationId}', '${userId}', 'w', 'u', '[]', '[]', 'b', 0, '' FROM n`,
    `model_keys (organization_id, model, name, address, kid, sealed, ending, given_by, given_at) ${numbers}
      SELECT '${organizationId}', 'm' || i, 'k', 'a', 'k', 's', '', '${userId}', 0 FROM n`,
    `imports (id, organization_id, requested_by, requested_at, state, parts, quotas, progress, counts, finished_at) ${numbers}
      SELECT ${id("op")}, '${organizationId}', '${userId}', 0, 'done', '[]', '{}', '{}', '{}', 0 FROM n`,
    `deletions (id, organization_id, requested_by, requested_at, plan) ${numbers}
      SELECT ${id("req")}, '${organizationId}', '${userId}', 0, '{}' FROM n`,
  ];
  await testEnv.DB.batch(inserts.map((insert) => testEnv.DB.prepare(`INSERT INTO ${insert}`)));
  return inserts.length * each;
}

interface Column {
  readonly table: string;
  readonly column: string;
}

/** Every text column of our own tables. */
export async function textColumns(): Promise<Column[]> {
  const columns = await testEnv.DB.prepare(
    `SELECT t.name AS "table", c.name AS "column" FROM sqlite_master t JOIN pragma_table_info(t.name) c
      WHERE t.type = 'table' AND c.type = 'TEXT' AND t.name NOT LIKE '\\_cf%' ESCAPE '\\' AND t.name NOT LIKE 'd1\\_%' ESCAPE '\\'`,
  ).all<Column>();
  return columns.results;
}

/** The columns that contain the text, as `table.column`. */
export async function columnsContaining(text: string): Promise<string[]> {
  const columns = await textColumns();
  const found = await testEnv.DB.batch(
    columns.map(({ table, column }) =>
      testEnv.DB.prepare(`SELECT 1 FROM "${table}" WHERE instr("${column}", ?) > 0 LIMIT 1`).bind(text),
    ),
  );
  return columns.flatMap(({ table, column }, at) =>
    found[at]?.results.length ? [`${table}.${column}`] : [],
  );
}

/** Columns in which a merged account's id stays: its tombstone, the audit log, and the idempotency keys. */
const HISTORY = [
  "users.id",
  "users.created_by",
  "audit_events.actor_id",
  "audit_events.target_id",
  "audit_events.changes",
  "idempotency_keys.target_id",
  "usage_days.user_id",
];

/** The columns outside the history that still name the user. */
export async function remainingColumns({ userId }: { userId: string }): Promise<string[]> {
  return (await columnsContaining(userId)).filter((column) => !HISTORY.includes(column));
}

/**
 * Counts the statements of each batch that names one of the users. Each but the first may get one more at its
 * end. Pending deliveries of an earlier test pass uncounted. Ends with `vi.restoreAllMocks`.
 */
export function watchBatches(
  people: readonly { readonly userId: string }[],
  atTheEnd: string | null = null,
): number[] {
  const prototype = Object.getPrototypeOf(testEnv.DB) as {
    batch: (this: D1Database, all: D1PreparedStatement[]) => Promise<D1Result[]>;
  };
  const { batch } = prototype;
  const sizes: number[] = [];
  vi.spyOn(prototype, "batch").mockImplementation(async function (this: D1Database, all) {
    if (
      !bindsAny(
        all,
        people.map(({ userId }) => userId),
      )
    )
      return await batch.call(this, all);
    sizes.push(all.length);
    return await batch.call(
      this,
      atTheEnd === null || sizes.length < 2 ? all : [...all, this.prepare(atTheEnd)],
    );
  });
  return sizes;
}
