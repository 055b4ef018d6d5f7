import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../setup/env.ts";
import { fillAccount } from "../http/merge.ts";
import { type Person, signUp } from "../http/person.ts";

/**
 * Adds about `records` records of other users to the owner's organization: a colleague's collections, threads
 * and assets in every state, and many users who may read the root.
 * @returns the number of rows in the database
 */
export async function addCrowd(owner: Person, records: number): Promise<number> {
  const each = Math.ceil(records / 20);
  const colleague = await signUp("colleague");
  const filled = await fillAccount({ ...owner, userId: colleague.userId }, each);
  const stem = `0${newId("req").slice(-15)}`;
  const id = (kind: string): string => `'${kind}_${stem}' || printf('%010d', i)`;
  const record = `0, ${id("user")}, 0, ${id("user")}`;
  const recorded = "created_at, created_by, modified_at, modified_by";
  const place = `'${owner.organizationId}', '${owner.tenantId}'`;
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${each})`;
  const inserts = [
    `users (id, slug, email, display_name, organization_id, tenant_id, ${recorded}) ${numbers}
      SELECT ${id("user")}, ${id("slug")}, ${id("mail")} || '@example.com', 'u', ${place}, ${record} FROM n`,
    `identities (issuer, subject, user_id, email, email_verified, token_at, created_at) ${numbers}
      SELECT 'https://id.example.com', ${id("sub")}, ${id("user")}, ${id("mail")} || '@example.com', 1, 0, 0 FROM n`,
    `user_emails (user_id, email, type, verified_at) ${numbers} SELECT ${id("user")}, ${id("mail")} || '@example.com', 'primary', 0 FROM n`,
    `memberships (user_id, organization_id, tenant_id, ${recorded}) ${numbers} SELECT ${id("user")}, ${place}, ${record} FROM n`,
    `grants (id, user_id, collection_id, organization_id, action, created_at, created_by) ${numbers}
      SELECT ${id("perm")}, ${id("user")}, '${owner.rootId}', '${owner.organizationId}', 'read', 0, '${owner.userId}' FROM n`,
    `audit_events (id, organization_id, actor_id, operation, operation_id, target_id, at) ${numbers}
      SELECT ${id("event")}, '${owner.organizationId}', ${id("user")}, 'createAsset', ${id("op")}, ${id("asset")}, 0 FROM n`,
    `idempotency_keys (principal, operation, key, body_hash, target_id, event_id, at) ${numbers}
      SELECT ${id("user")}, 'createAsset', 'k', 'h', ${id("asset")}, ${id("event")}, ${Date.now()} FROM n`,
    `citations (id, thread_id, message_id, ordinal, asset_id, chunk_id, quote, start, "end", page, text_version) ${numbers}
      SELECT ${id("cite")}, ${id("thread")}, ${id("msg")}, 0, ${id("asset")}, ${id("chunk")}, 'q', 0, 1, 1, 'v' FROM n`,
  ];
  const states = `UPDATE assets SET lifecycle_state = CASE rowid % 4 WHEN 0 THEN 'uploaded' WHEN 1 THEN 'processing' WHEN 2 THEN 'failed' ELSE 'ready' END
    WHERE created_by = '${colleague.userId}'`;
  await testEnv.DB.batch(
    [...inserts.map((insert) => `INSERT INTO ${insert}`), states].map((text) => testEnv.DB.prepare(text)),
  );
  return filled + inserts.length * each;
}
