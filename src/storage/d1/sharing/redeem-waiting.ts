import { type SQL, sql } from "drizzle-orm";
import type { JobKind } from "../../../domain/job-kinds.ts";
import { newId } from "../../../domain/ids.ts";
import { insertAuditEvents } from "../service/audit.ts";
import { isActiveUser } from "../core/access.ts";
import type { Assertion, Writer } from "../core/commit.ts";
import type { Database, Statement } from "../core/database.ts";
import { MAY_GRANT_SOMETHING } from "./invitation-ref.ts";
import type { OutboxEntry } from "../service/outbox.ts";
import { redeemInvitationRows } from "./redeem.ts";

/** Invited grants that one step redeems. A step with a larger invitation redeems only that one. */
const PROMISES_AT_ONCE = 100;
const INVITATIONS_AT_ONCE = 100;

/** Position of the redeeming: continues with invitations older than this one. */
export interface Place {
  readonly id: string;
  readonly expiresAt: number;
}

interface Waiting {
  /** The address; null if no invitation waits. */
  readonly email: string | null;
  /** Position to continue from; null to begin with the newest invitation. */
  readonly after: Place | null;
}

/**
 * Returns a row if an open invitation to the address can be redeemed. The query reads only the newest
 * invitations, like a sign-in.
 */
export function findRedeemable({ build }: Database, email: string | null, now: Date) {
  return build.all<{ found: 1 }>(sql`SELECT 1 AS found FROM invitations inv
    WHERE inv.id IN (SELECT id FROM (${chosen({ email, after: null }, now)})) AND ${MAY_GRANT_SOMETHING} LIMIT 1`);
}

/** The invitation at which redeeming stopped, if the user still has the invited address. */
export function findWaitingInvitation({ build }: Database, userId: string, invitationId: string) {
  return build.all<
    Place & { readonly email: string }
  >(sql`SELECT inv.id, inv.email, inv.expires_at AS "expiresAt" FROM invitations inv
    CROSS JOIN user_emails ve ON ve.user_id = ${userId} AND ve.email = inv.email AND ve.verified_at IS NOT NULL
    CROSS JOIN users u ON u.id = ve.user_id AND u.lifecycle_state = 'active' WHERE inv.id = ${invitationId}`);
}

/** Asserts that the user is active and has verified the address. */
export function isStillHolder(userId: string, email: string): Assertion[] {
  const holds = sql`EXISTS (SELECT 1 FROM user_emails ve WHERE ve.user_id = ${userId} AND ve.email = ${email} AND ve.verified_at IS NOT NULL)`;
  return [
    { name: "holds_address", holds },
    { name: "user_active", holds: isActiveUser(sql`${userId}`) },
  ];
}

/**
 * Redeems the newest invitations to the address, up to the step's limit, and writes audit events in the
 * inviting organizations. `rest` returns the position to continue from.
 */
export function redeemWaiting(writer: Writer, waiting: Waiting) {
  const { db, now, actorId } = writer;
  const ids = sql`SELECT id FROM (${chosen(waiting, now)})`;
  const redeemed = sql`SELECT inv.organization_id, inv.id AS target_id FROM invitations inv WHERE inv.id IN (${ids}) AND ${MAY_GRANT_SOMETHING}`;
  const [granted, marked] = redeemInvitationRows(db, sql`inv.id IN (${ids})`, actorId, now);
  return {
    rest: db.build.all<{ targetId: string }>(restOf(waiting, actorId, now)),
    granted,
    audited: insertAuditEvents(writer, redeemed),
    marked,
  } satisfies Record<string, Statement>;
}

/** Enqueues a job for the remaining invitations, if any. Place it before `redeemWaiting` in the batch. */
export function enqueueRest({ db, now, actorId }: Writer, waiting: Waiting) {
  const kind: JobKind = "redeem_invitations";
  return db.build.all<OutboxEntry>(sql`INSERT INTO outbox (id, kind, target_id, due_at)
    SELECT ${newId("event")}, ${kind}, "targetId", ${now.getTime()} FROM (${restOf(waiting, actorId, now)}) WHERE true
    RETURNING id, kind, target_id AS "targetId"`);
}

function restOf(waiting: Waiting, userId: string, now: Date): SQL {
  return sql`SELECT ${userId} || '/' || last.id AS "targetId"
    FROM (SELECT id, expires_at FROM (${chosen(waiting, now)}) ORDER BY expires_at, id LIMIT 1) last
    WHERE EXISTS (SELECT 1 ${fromWaiting(waiting, now)} AND (inv.expires_at, inv.id) < (last.expires_at, last.id))`;
}

/** The newest open invitations that fit into one step. */
function chosen(waiting: Waiting, now: Date): SQL {
  return sql`SELECT id, expires_at FROM (SELECT id, expires_at, row_number() OVER line AS n, sum(promised) OVER line AS total
    FROM (SELECT inv.id, inv.expires_at, inv.promised ${fromWaiting(waiting, now)}
      ORDER BY inv.expires_at DESC, inv.id DESC LIMIT ${INVITATIONS_AT_ONCE})
    WINDOW line AS (ORDER BY expires_at DESC, id DESC)) WHERE n = 1 OR total <= ${PROMISES_AT_ONCE}`;
}

function fromWaiting({ email, after }: Waiting, now: Date): SQL {
  const behind =
    after === null ? sql`` : sql`AND (inv.expires_at, inv.id) < (${after.expiresAt}, ${after.id})`;
  return sql`FROM invitations inv WHERE inv.email = ${email} AND inv.redeemed_at IS NULL AND inv.revoked_at IS NULL
    AND inv.expires_at > ${now.getTime()} ${behind}`;
}
