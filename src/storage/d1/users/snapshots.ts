import { sql } from "drizzle-orm";
import type { Database, Statement } from "../core/database.ts";
import { cursors } from "../schema/service.ts";
import { identities, memberships, userEmails, users } from "../schema/users.ts";

/** Name of the entry in `cursors`. */
const CURSOR = "heal_snapshots";

/** Users who can sign in now or after a suspension. Merged and deleted accounts need no snapshot. */
const KEPT = sql`lifecycle_state IN ('active', 'suspended')`;

export interface FoldedUser {
  readonly id: string;
  readonly version: number;
  /** The snapshot as JSON. */
  readonly body: string;
}

/** The next users by id, and the source rows of missing or outdated snapshots. */
export function findSnapshotPage({ build }: Database, size: number) {
  const page = sql`SELECT p.id, p.version FROM users p
    WHERE p.id > coalesce((SELECT value FROM cursors WHERE name = ${CURSOR}), '') ORDER BY p.id LIMIT ${size}`;
  const outdated = sql`SELECT page.id FROM (${page}) page LEFT JOIN user_snapshots held ON held.user_id = page.id
    WHERE held.version IS NULL OR held.version <> page.version`;
  return {
    cursor: build
      .select()
      .from(cursors)
      .where(sql`${cursors.name} = ${CURSOR}`),
    page: build.all<{ seen: number; last: string | null }>(
      sql`SELECT count(*) AS seen, max(id) AS last FROM (${page})`,
    ),
    users: build
      .select()
      .from(users)
      .where(sql`${users.id} IN (${outdated}) AND ${KEPT}`),
    emails: build
      .select()
      .from(userEmails)
      .where(sql`${userEmails.userId} IN (${outdated})`)
      .orderBy(userEmails.email),
    identities: build
      .select()
      .from(identities)
      .where(sql`${identities.userId} IN (${outdated})`)
      .orderBy(identities.createdAt, identities.subject),
    memberships: build
      .select()
      .from(memberships)
      .where(sql`${memberships.userId} IN (${outdated})`)
      .orderBy(memberships.createdAt),
  };
}

/**
 * Writes any number of snapshots in one statement. Skips users whose version has changed.
 * @returns the users whose snapshots were written
 */
export function putSnapshots({ build }: Database, folded: readonly FoldedUser[]) {
  return build.all<{ userId: string }>(sql`INSERT INTO user_snapshots (user_id, version, body)
    SELECT u.id, u.version, made.value ->> 'body' FROM json_each(${JSON.stringify(folded)}) made
    CROSS JOIN users u ON u.id = made.value ->> 'id' AND u.version = made.value ->> 'version' AND u.${KEPT}
    WHERE true ON CONFLICT (user_id) DO UPDATE SET version = excluded.version, body = excluded.body RETURNING user_id AS "userId"`);
}

/** Advances the position unless another run has already advanced it. "" restarts from the first user. */
export function moveSnapshotCursor({ build }: Database, from: string, to: string): Statement {
  return build.run(sql`INSERT INTO cursors (name, value) VALUES (${CURSOR}, ${to})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE cursors.value = ${from}`);
}
