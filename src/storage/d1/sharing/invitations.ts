import type { Id } from "../../../domain/ids.ts";
import { sql, type SQL } from "drizzle-orm";
import type { Action } from "../../../domain/access.ts";
import { listOf } from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";
import { type InvitationRef, isInvitation, isLive, mayManage, GRANTS_KEY } from "./invitation-ref.ts";

/** An open invitation with its grants. `randomBits` is base64url. */
export interface PendingInvitation {
  readonly id: Id<"token">;
  readonly organizationId: Id<"org">;
  readonly tenantId: Id<"tenant">;
  readonly email: string;
  readonly issuedAt: number;
  readonly randomBits: string;
}

export type NewInvitation = PendingInvitation & { readonly tokenHash: string; readonly promised: number };

/** Open invitations that a user may have issued at most. */
export const MAX_OPEN_INVITATIONS = 1_000;

/** The inviter's open invitations to these addresses, with their grants. */
export function findOwnInvitations({ build }: Database, inviter: SQL, emails: readonly string[], now: Date) {
  return build.all<PendingInvitation & { promise: string }>(sql`
    SELECT inv.id AS id, inv.organization_id AS organizationId, inv.tenant_id AS tenantId, inv.email AS email, inv.issued_at AS issuedAt,
      inv.random_bits AS randomBits, ${GRANTS_KEY} AS promise
    FROM invitations inv WHERE inv.email IN (SELECT value FROM ${listOf(emails)}) AND inv.issued_by = ${inviter} AND ${isLive(now)}
    ORDER BY inv.issued_at, inv.id`);
}

/**
 * Whether the inviter has no open invitation with the same grants to one of these addresses. The assertion
 * lets only one of two concurrent calls issue an invitation.
 */
export function hasNoDuplicate(
  inviter: SQL,
  wanted: readonly NewInvitation[],
  promises: Readonly<Record<string, string>>,
  now: Date,
): SQL<boolean> {
  const rows = JSON.stringify(wanted.map(({ email, organizationId }) => ({ email, organizationId })));
  return sql<boolean>`NOT EXISTS (SELECT 1 FROM json_each(${rows}) wanted JOIN json_each(${JSON.stringify(promises)}) promised
      ON promised.key = wanted.value ->> 'organizationId'
    JOIN invitations inv ON inv.email = wanted.value ->> 'email' AND inv.organization_id = wanted.value ->> 'organizationId'
    WHERE inv.issued_by = ${inviter} AND ${isLive(now)} AND ${GRANTS_KEY} = promised.value)`;
}

/** Issues invitations in two statements. Each invitation covers the collections of its organization. */
export function insertInvitations(
  { build }: Database,
  invitations: readonly NewInvitation[],
  promised: { readonly collectionIds: readonly string[]; readonly actions: readonly Action[] },
  issued: { readonly by: string; readonly expiresAt: Date },
): Statement[] {
  const rows = JSON.stringify(invitations);
  return [
    build.run(sql`INSERT INTO invitations (id, organization_id, tenant_id, email, issued_by, issued_at, expires_at, random_bits, token_hash, promised)
      SELECT value ->> 'id', value ->> 'organizationId', value ->> 'tenantId', value ->> 'email', ${issued.by}, value ->> 'issuedAt',
        ${issued.expiresAt.getTime()}, value ->> 'randomBits', value ->> 'tokenHash', value ->> 'promised' FROM json_each(${rows})`),
    build.run(sql`INSERT INTO invitation_grants (invitation_id, collection_id, action)
      SELECT issued.value ->> 'id', c.id, promised.value FROM json_each(${rows}) issued
      CROSS JOIN ${listOf(promised.collectionIds)} shared
      CROSS JOIN collections c ON c.id = shared.value AND c.organization_id = issued.value ->> 'organizationId'
      CROSS JOIN ${listOf(promised.actions)} promised`),
  ];
}

/** Revokes the inviter's oldest open invitations beyond `MAX_OPEN_INVITATIONS`. */
export function endOldestInvitations({ build }: Database, inviterId: string, at: Date): Statement {
  return build.run(sql`UPDATE invitations SET revoked_at = ${at.getTime()} WHERE id IN (SELECT inv.id FROM invitations inv
    WHERE inv.issued_by = ${inviterId} AND inv.redeemed_at IS NULL AND inv.revoked_at IS NULL AND inv.expires_at > ${at.getTime()}
    ORDER BY inv.expires_at DESC, inv.id DESC LIMIT -1 OFFSET ${MAX_OPEN_INVITATIONS})`);
}

/** An invitation that the actor may manage, in any state. */
export interface ManagedInvitation {
  readonly id: Id<"token">;
  readonly organizationId: Id<"org">;
  readonly redeemedAt: number | null;
  readonly revokedAt: number | null;
}

export function findManagedInvitation({ build }: Database, ref: InvitationRef, actor: SQL) {
  return build.all<ManagedInvitation>(sql`SELECT inv.id AS id, inv.organization_id AS organizationId, inv.redeemed_at AS redeemedAt,
    inv.revoked_at AS revokedAt FROM invitations inv WHERE ${isInvitation(ref)} AND ${mayManage(actor)}`);
}

/** Whether the actor may manage the invitation and it is still open. */
export function isRevocable(invitationId: string, actor: SQL): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM invitations inv WHERE inv.id = ${invitationId} AND inv.redeemed_at IS NULL
    AND inv.revoked_at IS NULL AND ${mayManage(actor)})`;
}

export function revokeInvitationRow({ build }: Database, invitationId: string, at: Date): Statement {
  return build.run(sql`UPDATE invitations SET revoked_at = ${at.getTime()} WHERE id = ${invitationId}`);
}

/**
 * Removes invited grants on a collection from open invitations to a user's verified addresses, except for the
 * actions in `kept`.
 */
export function revokeInvitedGrants(
  { build }: Database,
  of: { readonly userId: string; readonly collectionId: string; readonly kept: readonly Action[] },
  now: Date,
): Statement {
  return build.run(sql`DELETE FROM invitation_grants WHERE collection_id = ${of.collectionId}
    AND action NOT IN (SELECT value FROM ${listOf(of.kept)})
    AND invitation_id IN (SELECT inv.id FROM user_emails ve CROSS JOIN invitations inv ON inv.email = ve.email
      WHERE ve.user_id = ${of.userId} AND ve.verified_at IS NOT NULL AND ${isLive(now)})`);
}
