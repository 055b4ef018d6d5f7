import type { Id } from "../../domain/ids.ts";
import type { UsageCounts } from "../../domain/usage.ts";
import {
  selectUsage,
  MAX_USAGE_COUNTED,
  type UsageListing,
  type UsageRow,
} from "../../storage/d1/service/usage.ts";
import { actorSql, type Context } from "../context/context.ts";
import { requireOwner } from "../context/require-owner.ts";

export type GetOrganizationUsageInput = UsageListing & { readonly organizationId: Id<"org"> };

export interface OrganizationUsage {
  /** Totals of all requested days. */
  readonly total: UsageCounts;
  readonly count: number;
  readonly records: readonly UsageRow[];
  /** True if the records omit some usage. */
  readonly truncated: boolean;
}

/**
 * Returns the usage of an organization.
 * @throws ServiceError `not_found` if the caller may not read the organization's root, `permission_denied`
 * without `own` on it
 */
export async function getOrganizationUsage(
  ctx: Context,
  input: GetOrganizationUsageInput,
): Promise<OrganizationUsage> {
  const { rows } = await requireOwner(ctx, input.organizationId, selectUsage(ctx.db, actorSql(ctx), input));
  const { count, rows: seen } = rows.total[0]!;
  return { total: rows.sums[0]!, count, records: rows.records, truncated: seen > MAX_USAGE_COUNTED };
}
