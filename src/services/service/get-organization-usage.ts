import type { Id } from "../../domain/ids.ts";
import { periodOf, quotasFrom, quotasOf, type QuotaState, quotaStates } from "../../domain/quota.ts";
import type { UsageCounts } from "../../domain/usage.ts";
import {
  selectUsage,
  sumsBetween,
  MAX_USAGE_COUNTED,
  type UsageListing,
  type UsageRow,
} from "../../storage/d1/service/usage.ts";
import { findOrganizationAttributes } from "../../storage/d1/users/organizations.ts";
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
  /** The counters of today and of this month, whatever the requested days. */
  readonly quotas: readonly QuotaState[];
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
  const { db, now, config } = ctx;
  const { organizationId } = input;
  const actor = actorSql(ctx);
  const { rows } = await requireOwner(ctx, organizationId, {
    ...selectUsage(db, actor, input),
    day: sumsBetween(db, actor, { organizationId, ...periodOf("day", now) }),
    month: sumsBetween(db, actor, { organizationId, ...periodOf("month", now) }),
    organization: findOrganizationAttributes(db, organizationId),
  });
  const { count, rows: seen } = rows.total[0]!;
  const limits = {
    own: quotasFrom(rows.organization[0]?.quotas ?? null),
    operators: quotasOf(config.quotas, organizationId),
  };
  return {
    total: rows.sums[0]!,
    count,
    records: rows.records,
    truncated: seen > MAX_USAGE_COUNTED,
    quotas: quotaStates(limits, { day: rows.day[0]!, month: rows.month[0]! }, now),
  };
}
