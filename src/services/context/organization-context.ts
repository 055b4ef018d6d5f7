import { invalidField } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";

export interface OrganizationContext {
  readonly organizationId: Id<"org">;
  readonly tenantId: Id<"tenant">;
}

/**
 * Requires that the organization in the request is the organization of the record.
 * @throws ServiceError `invalid_argument`
 */
export function requireSameOrganization(
  context: OrganizationContext | undefined,
  record: { readonly organizationId: string; readonly tenantId: string },
): void {
  if (context === undefined) return;
  if (context.organizationId !== record.organizationId) {
    throw invalidField("organizationContext.organizationId", "is not the organization of the collection");
  }
  if (context.tenantId !== record.tenantId)
    throw invalidField("organizationContext.tenantId", "is not the tenant of the collection");
}
