import { eq, sql } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import type { Database } from "../core/database.ts";
import { organizations } from "../schema/users.ts";

/**
 * The attributes of an organization that owners may edit. The caller checks that the actor owns the
 * organization.
 */
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

/** The attributes that owners may edit. A new retention applies to later deletions only. */
export interface OrganizationFields {
  readonly retentionDays: number;
  readonly quotas: string | null;
}

export function setAttributes(
  { build }: Database,
  organizationId: Id<"org">,
  fields: OrganizationFields,
  by: Id<"user">,
  at: Date,
) {
  return build
    .update(organizations)
    .set({ ...fields, version: sql`${organizations.version} + 1`, modifiedAt: at, modifiedBy: by })
    .where(eq(organizations.id, organizationId));
}
