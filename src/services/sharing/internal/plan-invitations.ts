import { base64url } from "jose";
import { publicLinkToken } from "../../../auth/public-link-token.ts";
import type { Action } from "../../../domain/access.ts";
import { invalidField } from "../../../domain/errors.ts";
import { sha256Hex } from "../../../domain/sha256.ts";
import { newId } from "../../../domain/ids.ts";
import type { CollectionView } from "../../../storage/d1/collections/collections.ts";
import type { AddressOwner } from "../../../storage/d1/sharing/grants.ts";
import { grantsKey } from "../../../storage/d1/sharing/invitation-ref.ts";
import type { NewInvitation, PendingInvitation } from "../../../storage/d1/sharing/invitations.ts";
import type { Actor, Context } from "../../context/context.ts";
import { MS_PER_DAY } from "../../../domain/time.ts";

export const INVITATION_TTL_MS = 30 * MS_PER_DAY;
const MAX_INVITATIONS_PER_CALL = 1000;
const RANDOM_BYTES = 16;

/** An invitation in the form that users with `share` receive. */
export interface Invitation {
  readonly id: string;
  readonly organizationId: string;
  readonly tenantId: string;
  readonly email: string;
  readonly issuedAt: Date;
  readonly issuedBy: { readonly id: string; readonly displayName: string };
  readonly grants: readonly { readonly collectionId: string; readonly action: Action }[];
  readonly publicToken: string;
}

interface ShareRows {
  readonly collections: readonly CollectionView[];
  readonly owners: readonly AddressOwner[];
  /** Valid invitations that the caller sent to these addresses. */
  readonly known: readonly (PendingInvitation & { readonly promise: string })[];
}

interface Plan {
  /** Valid invitations with the same grants. */
  readonly kept: readonly Invitation[];
  readonly issued: readonly { readonly invitation: Invitation; readonly row: NewInvitation }[];
}

/** Returns the invited grants on these collections, by organization. */
export function invitedGrants(
  collections: readonly CollectionView[],
  actions: readonly Action[],
): Map<string, string> {
  const byOrganization = Map.groupBy(collections, ({ organizationId }) => organizationId);
  return new Map(
    [...byOrganization].map(([id, group]) => [
      id,
      grantsKey(
        group.map((collection) => collection.id),
        actions,
      ),
    ]),
  );
}

/**
 * Plans invitations for addresses without a user. Each invitation belongs to one organization, so each
 * address gets one invitation per organization.
 */
export async function planInvitations(
  ctx: Context,
  actor: Actor,
  actions: readonly Action[],
  rows: ShareRows,
): Promise<Plan> {
  const byOrganization = Map.groupBy(rows.collections, ({ organizationId }) => organizationId);
  const groups = [...byOrganization].flatMap(([organizationId, group]) =>
    group.slice(0, 1).map(({ tenantId }) => ({ place: { organizationId, tenantId }, group })),
  );
  const emails = rows.owners.filter(({ userId }) => userId === null).map(({ email }) => email);
  if (emails.length * groups.length > MAX_INVITATIONS_PER_CALL) {
    throw invalidField(
      "shareToEmails",
      `makes more than ${MAX_INVITATIONS_PER_CALL} invitations with collections of so many organizations`,
    );
  }
  const promises = invitedGrants(rows.collections, actions);
  const kept: Invitation[] = [];
  const issued: Plan["issued"][number][] = [];
  for (const email of emails) {
    for (const { place, group } of groups) {
      const grants = group.flatMap((collection) =>
        actions.map((action) => ({ collectionId: collection.id, action })),
      );
      const known = rows.known.find(
        (each) =>
          each.email === email &&
          each.organizationId === place.organizationId &&
          each.promise === promises.get(place.organizationId),
      );
      const pending = known ?? newInvitation(ctx, email, place);
      const publicToken = await invitationToken(ctx, pending);
      const invitation: Invitation = {
        ...pending,
        issuedAt: new Date(pending.issuedAt),
        issuedBy: actor,
        grants,
        publicToken,
      };
      if (known !== undefined) kept.push(invitation);
      else
        issued.push({
          invitation,
          row: { ...pending, tokenHash: await sha256Hex(publicToken), promised: grants.length },
        });
    }
  }
  return { kept, issued };
}

/** Returns the secret part of the link that redeems an invitation. */
export async function invitationToken(
  ctx: Context,
  invitation: Pick<PendingInvitation, "id" | "randomBits">,
): Promise<string> {
  return await publicLinkToken(ctx.config.linkSecret, invitation.id, base64url.decode(invitation.randomBits));
}

function newInvitation(
  ctx: Context,
  email: string,
  place: Pick<PendingInvitation, "organizationId" | "tenantId">,
): PendingInvitation {
  const randomBits = base64url.encode(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
  return { id: newId("token"), email, ...place, issuedAt: ctx.now.getTime(), randomBits };
}
