import { type SQL, sql } from "drizzle-orm";

/** Yields the id of the organization's project: its first, as sign-up makes one and nothing makes more. */
export function projectOf(organizationId: string | SQL): SQL<string> {
  return sql<string>`(SELECT min(op.id) FROM projects op WHERE op.organization_id = ${organizationId})`;
}
