import { type SQL, sql } from "drizzle-orm";

/** The id of the organization's only project, which sign-up creates. */
export function projectOf(organizationId: string | SQL): SQL<string> {
  return sql<string>`(SELECT min(op.id) FROM projects op WHERE op.organization_id = ${organizationId})`;
}
