import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { mayOnCollection, userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { findOrganizationAttributes, setRetention } from "../../storage/d1/users/organizations.ts";
import type { Context } from "../context/context.ts";
import { matchAsserts, requireMatch } from "../context/if-match.ts";
import { readAsOwner } from "../context/read-as-owner.ts";

export interface OrganizationAttributes {
  readonly id: Id<"org">;
  /** For how many days what is deleted from now on can be restored. */
  readonly retentionDays: number;
  readonly version: number;
}

/**
 * Sets the retention of an organization, in days; setting what it is already changes nothing.
 * @throws ServiceError `not_found` for anyone who may not read its root, `permission_denied` without `own` there; `aborted` for `If-Match`
 */
export async function updateOrganization(
  ctx: Context,
  input: { readonly organizationId: Id<"org">; readonly retentionDays: number },
): Promise<OrganizationAttributes> {
  const { db, now } = ctx;
  const { organizationId, retentionDays } = input;
  const { actor, root, organization } = await readOwned(ctx, organizationId);
  requireMatch(ctx, organization);
  if (organization.retentionDays === retentionDays) return organization;
  const after = await commit(actor.writer, {
    asserts: [
      { name: "may_own", holds: mayOnCollection(userOf(actor.id), root.id, "own") },
      ...matchAsserts(ctx, "organizations", organization),
    ],
    writes: [setRetention(db, organizationId, retentionDays, actor.id, now)],
    audit: { organizationId, targetId: organizationId, changes: { retentionDaysBefore: organization.retentionDays, retentionDays } },
    returning: { organization: findOrganizationAttributes(db, organizationId) },
  });
  return requireFound(after.organization[0]);
}

/** The same as it is now, for its owners. @throws ServiceError as `updateOrganization` */
export async function getOrganizationAttributes(ctx: Context, organizationId: Id<"org">): Promise<OrganizationAttributes> {
  return (await readOwned(ctx, organizationId)).organization;
}

async function readOwned(ctx: Context, organizationId: Id<"org">) {
  const { actor, root, rows } = await readAsOwner(ctx, organizationId, {
    organization: findOrganizationAttributes(ctx.db, organizationId),
  });
  return { actor, root, organization: requireFound(rows.organization[0]) };
}

function requireFound(found: OrganizationAttributes | undefined): OrganizationAttributes {
  if (found === undefined) throw notFound("organization");
  return found;
}
