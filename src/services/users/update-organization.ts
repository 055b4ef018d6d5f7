import { invalidField, notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { eachQuota, type Quotas, quotasFrom, quotasOf, quotasText } from "../../domain/quota.ts";
import { mayOnCollection, userOf } from "../../storage/d1/core/access.ts";
import { commit, type AuditDetails } from "../../storage/d1/core/commit.ts";
import {
  findOrganizationAttributes,
  type OrganizationFields,
  setAttributes,
} from "../../storage/d1/users/organizations.ts";
import type { Context } from "../context/context.ts";
import { ifMatchAsserts, requireIfMatch } from "../context/if-match.ts";
import { requireOwner } from "../context/require-owner.ts";

export interface OrganizationAttributes {
  readonly id: Id<"org">;
  /** Number of days for which users can restore records that are deleted from now on. */
  readonly retentionDays: number;
  /** Quotas of the owners as JSON. Null if only the operator's quotas apply. */
  readonly quotas: string | null;
  readonly version: number;
}

export interface UpdateOrganizationInput {
  readonly organizationId: Id<"org">;
  readonly retentionDays?: number | undefined;
  /** New quotas, which replace all earlier ones. An omitted quota means no limit. */
  readonly quotas?: Quotas | undefined;
}

/**
 * Sets the retention of an organization in days, and the quotas of its owners. Does nothing if they are
 * unchanged.
 * @throws ServiceError `invalid_argument` for more than the operator allows
 * @throws ServiceError `not_found` if the caller may not read the organization's root, `permission_denied`
 * without `own` on it, `aborted` for `If-Match`
 */
export async function updateOrganization(
  ctx: Context,
  input: UpdateOrganizationInput,
): Promise<OrganizationAttributes> {
  const { db, now, config } = ctx;
  const { organizationId } = input;
  const { actor, root, organization } = await readOwned(ctx, organizationId);
  requireIfMatch(ctx, organization);
  requireBelow(input.quotas ?? {}, quotasOf(config.quotas, organizationId));
  const fields = {
    retentionDays: input.retentionDays ?? organization.retentionDays,
    quotas: input.quotas === undefined ? organization.quotas : quotasText(input.quotas),
  };
  const changes = changesOf(organization, fields);
  if (Object.keys(changes).length === 0) return organization;
  const after = await commit(actor.writer, {
    asserts: [
      { name: "may_own", holds: mayOnCollection(userOf(actor.id), root.id, "own") },
      ...ifMatchAsserts(ctx, "organizations", organization),
    ],
    writes: [setAttributes(db, organizationId, fields, actor.id, now)],
    audit: { organizationId, targetId: organizationId, changes },
    returning: { organization: findOrganizationAttributes(db, organizationId) },
  });
  return requireFound(after.organization[0]);
}

function requireBelow(own: Quotas, operators: Quotas): void {
  for (const { period, counter, most } of eachQuota(own)) {
    const ceiling = operators[period]?.[counter] ?? most;
    if (most > ceiling)
      throw invalidField(
        `quotas.${period}.${counter}`,
        `must be at most ${ceiling}, which is the operator's quota`,
      );
  }
}

function changesOf(before: OrganizationFields, after: OrganizationFields): AuditDetails {
  return {
    ...(before.retentionDays === after.retentionDays
      ? {}
      : { retentionDaysBefore: before.retentionDays, retentionDays: after.retentionDays }),
    ...(before.quotas === after.quotas ? {} : { quotasBefore: told(before), quotas: told(after) }),
  };
}

/** Describes the quotas for the audit event, as in `questions a day: 20`. */
function told({ quotas }: OrganizationFields): string[] {
  return eachQuota(quotasFrom(quotas)).map(({ period, counter, most }) => `${counter} a ${period}: ${most}`);
}

/**
 * Returns the current attributes, for owners.
 * @throws the ServiceErrors of `updateOrganization`
 */
export async function getOrganizationAttributes(
  ctx: Context,
  organizationId: Id<"org">,
): Promise<OrganizationAttributes> {
  return (await readOwned(ctx, organizationId)).organization;
}

async function readOwned(ctx: Context, organizationId: Id<"org">) {
  const { actor, root, rows } = await requireOwner(ctx, organizationId, {
    organization: findOrganizationAttributes(ctx.db, organizationId),
  });
  return { actor, root, organization: requireFound(rows.organization[0]) };
}

function requireFound(found: OrganizationAttributes | undefined): OrganizationAttributes {
  if (found === undefined) throw notFound("organization");
  return found;
}
