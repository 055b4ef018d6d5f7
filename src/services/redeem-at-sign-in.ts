import { sql } from "drizzle-orm";
import type { UserPrincipal } from "../domain/principal.ts";
import { insertAuditEvents } from "../storage/d1/audit-store.ts";
import type { Writer } from "../storage/d1/commit.ts";
import type { Statement } from "../storage/d1/database.ts";
import { redeemInvitations } from "../storage/d1/redeem-store.ts";

/** Redeems, in the sign-in's own batch, what waits for the address that the token proves; audited in the organizations that had invited. */
export function redeemAtSignIn(writer: Writer, { email, emailVerified }: UserPrincipal): Statement[] {
  if (!emailVerified) return [];
  const { db, now, actorId } = writer;
  const redeemed = sql`SELECT inv.organization_id, inv.id AS target_id FROM invitations inv
    WHERE inv.email = ${email} AND inv.redeemed_by = ${actorId} AND inv.redeemed_at = ${now.getTime()}`;
  return [...redeemInvitations(db, sql`inv.email = ${email}`, actorId, now), insertAuditEvents(writer, redeemed)];
}
