import { type SQL, sql } from "drizzle-orm";
import type { UserPrincipal } from "../../../domain/principal.ts";
import type { UserRecord } from "../../../domain/user.ts";
import { insertAuditEvents } from "../service/audit.ts";
import type { Assertion, Writer } from "../core/commit.ts";
import type { Database, Statement } from "../core/database.ts";

type Proof = Pick<UserPrincipal, "issuer" | "subject" | "email" | "issuedAt">;

/**
 * Whether another user verified the address with a token issued later. `actor` yields the user's id or null.
 */
function hasNewerProof(actor: SQL, email: SQL, issuedAt: Date): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM user_emails held CROSS JOIN identities prover ON prover.user_id = held.user_id
    AND prover.email = held.email AND prover.email_verified = 1 AND prover.token_at > ${issuedAt.getTime()}
    WHERE held.email = ${email} AND held.verified_at IS NOT NULL AND held.user_id IS NOT ${actor})`;
}

/** Returns a row if another user verified the token's address later. */
export function findNewerProof({ build }: Database, actor: SQL, { email, issuedAt }: Proof) {
  return build.all<{ found: 1 }>(
    sql`SELECT 1 AS found WHERE ${hasNewerProof(actor, sql`${email}`, issuedAt)}`,
  );
}

export function noNewerProof(actor: SQL, { email, issuedAt }: Proof): Assertion {
  return { name: "no_newer_proof", holds: sql`NOT ${hasNewerProof(actor, sql`${email}`, issuedAt)}` };
}

/** Stores the address of an identity's newest token, and whether the token verifies it. */
export function putProof(
  { build }: Database,
  { issuer, subject, email, issuedAt }: Proof,
  isVerified: boolean,
): Statement {
  return build.run(sql`UPDATE identities SET email = ${email}, email_verified = ${isVerified ? 1 : 0}, token_at = ${issuedAt.getTime()}
    WHERE issuer = ${issuer} AND subject = ${subject}`);
}

/**
 * Removes a newly verified address from all other users and writes audit events in their organizations. Older
 * tokens of these users no longer verify the address.
 */
export function takeAddress(writer: Writer, { email, issuedAt }: Proof): Statement[] {
  const { db, now, actorId } = writer;
  const others = sql`SELECT held.user_id FROM user_emails held
    WHERE held.email = ${email} AND held.verified_at IS NOT NULL AND held.user_id <> ${actorId}`;
  return [
    insertAuditEvents(
      writer,
      sql`SELECT lu.organization_id, lu.id AS target_id FROM users lu WHERE lu.id IN (${others})`,
    ),
    db.build.run(
      sql`UPDATE users SET version = version + 1, modified_at = ${now.getTime()} WHERE id IN (${others})`,
    ),
    db.build.run(sql`UPDATE identities SET email_verified = 0, token_at = max(token_at, ${issuedAt.getTime()})
      WHERE user_id IN (${others}) AND email = ${email}`),
    db.build.run(sql`UPDATE user_emails SET verified_at = NULL
      WHERE email = ${email} AND verified_at IS NOT NULL AND user_id <> ${actorId}`),
  ];
}

/** Replaces a user's addresses. */
export function putAddresses({ build }: Database, userId: string, emails: UserRecord["emails"]): Statement[] {
  const rows = JSON.stringify(
    emails.map((entry) => ({ ...entry, verifiedAt: entry.verifiedAt?.getTime() ?? null })),
  );
  return [
    build.run(sql`DELETE FROM user_emails WHERE user_id = ${userId}`),
    build.run(sql`INSERT INTO user_emails (user_id, email, type, verified_at)
      SELECT ${userId}, value ->> 'email', value ->> 'type', value ->> 'verifiedAt' FROM json_each(${rows})`),
  ];
}

/** The user who redeems an invitation to an address. */
export interface Claimant extends Proof {
  /** SQL that yields the user's id. */
  readonly id: SQL;
  readonly emailVerified: boolean;
}

/**
 * Whether the claimant has the address now. Either the presented token verifies it, is the newest of its
 * identity, and no other user verified the address later. Or another identity of the user verified it, or the
 * same identity did with a newer token.
 */
export function holdsAddress(claimant: Claimant, email: SQL): SQL<boolean> {
  const { id, issuer, subject, issuedAt, emailVerified } = claimant;
  const isCurrent = sql`NOT EXISTS (SELECT 1 FROM identities mine WHERE mine.issuer = ${issuer} AND mine.subject = ${subject}
    AND mine.token_at > ${issuedAt.getTime()})`;
  const own = emailVerified
    ? sql`${email} = ${claimant.email} AND ${isCurrent} AND NOT ${hasNewerProof(id, email, issuedAt)}`
    : sql`0`;
  return sql<boolean>`((${own}) OR EXISTS (SELECT 1 FROM user_emails ve WHERE ve.user_id = ${id} AND ve.email = ${email}
    AND ve.verified_at IS NOT NULL AND (EXISTS (SELECT 1 FROM identities other WHERE other.user_id = ve.user_id
      AND other.email = ve.email AND other.email_verified = 1
      AND (other.issuer <> ${issuer} OR other.subject <> ${subject} OR other.token_at > ${issuedAt.getTime()})))))`;
}
