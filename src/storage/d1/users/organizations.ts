import { eq, sql } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import type { Database } from "../core/database.ts";
import { organizations } from "../schema/users.ts";

/** What owners may set of an organization, as it is. Whether the actor owns it, the caller asks. */
export function findOrganizationAttributes({ build }: Database, organizationId: Id<"org">) {
  return build
    .select({
      id: organizations.id,
      retentionDays: organizations.retentionDays,
      quotas: organizations.quotas,
      version: organizations.version,
    })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
}

/** What owners may set. The retention counts for what is deleted from then on: the date of what is deleted already stays. */
export interface OrganizationFields {
  readonly retentionDays: number;
  readonly quotas: string | null;
}

export function setAttributes({ build }: Database, organizationId: Id<"org">, fields: OrganizationFields, by: Id<"user">, at: Date) {
  return build
    .update(organizations)
    .set({ ...fields, version: sql`${organizations.version} + 1`, modifiedAt: at, modifiedBy: by })
    .where(eq(organizations.id, organizationId));
}
