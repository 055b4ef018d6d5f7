import { sql, type SQL } from "drizzle-orm";
import type { Action } from "../../../domain/access.ts";
import { listOf, mayOnPath } from "../core/access.ts";
import type { Assertion, Writer } from "../core/commit.ts";
import type { Statement } from "../core/database.ts";
import type { NewInvitation } from "./invitations.ts";
import { insertAuditEvents } from "../service/audit.ts";

/** Asserts that all collections are active and that the user has each action on every collection. */
export function mayShareCollections(
  actor: SQL,
  collectionIds: readonly string[],
  actions: readonly Action[],
): Assertion[] {
  const lacking = (action: Action) => sql`EXISTS (SELECT 1 FROM ${listOf(collectionIds)} shared
    LEFT JOIN collections sc ON sc.id = shared.value AND sc.lifecycle_state = 'active'
    WHERE sc.id IS NULL OR NOT ${mayOnPath(actor, sql`sc.path`, action)})`;
  return [...new Set(actions)].map((action) => ({
    name: `may_${action}`,
    holds: sql`NOT ${lacking(action)}`,
  }));
}

/** Whether none of these users is suspended, merged or deleted. */
export function areActive(userIds: readonly string[]): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${listOf(userIds)} target JOIN users tu ON tu.id = target.value
    WHERE tu.lifecycle_state <> 'active')`;
}

/** Writes one audit event with its new invitations in each other organization of the collections. */
export function auditElsewhere(
  writer: Writer,
  collectionIds: readonly string[],
  organizationId: string,
  invitations: readonly Pick<NewInvitation, "id" | "organizationId">[],
): Statement {
  const byOrganization = Map.groupBy(invitations, (invitation) => invitation.organizationId);
  const issued = Object.fromEntries([...byOrganization].map(([key, own]) => [key, own.map(({ id }) => id)]));
  const changes = sql`json_object('invitationIds', json(coalesce(${JSON.stringify(issued)} -> touched.organization_id, '[]')))`;
  const elsewhere = sql`SELECT c.organization_id, min(c.id) AS target_id FROM ${listOf(collectionIds)} shared
    JOIN collections c ON c.id = shared.value WHERE c.organization_id <> ${organizationId} GROUP BY c.organization_id`;
  return insertAuditEvents(writer, elsewhere, changes);
}
