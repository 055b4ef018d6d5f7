import * as z from "zod";
import { ACTIONS } from "../../../domain/access.ts";
import { etagOf } from "../../../domain/etag.ts";
import { pictureUrl } from "../../../domain/picture-url.ts";
import type { Shared } from "../../../services/sharing/share-collections.ts";
import { idBytes, idString, nullableIdBytes, presentId } from "../identifier.ts";
import { timestamp } from "../values.ts";

const existingUser = z.object({
  createdAt: timestamp,
  modifiedAt: timestamp,
  displayName: z.string(),
  etag: z.string(),
  id: idString("user"),
  lifecycleState: z.string(),
  pictureUrl: z.string(),
  primaryEmail: z.string().meta({
    description:
      "Visible to the person who entered it, and to members of a shared organization or collection; empty for others.",
  }),
  potentialScore: z.int().min(-1),
  version: z.int().min(-1),
});

const invitation = z.object({
  grants: z.array(z.object({ action: z.enum(ACTIONS), collectionId: idBytes })),
  inviteeEmail: z.string(),
  issuedAt: timestamp,
  issuedByDisplayName: z.string(),
  issuedByUserId: nullableIdBytes,
  organizationId: idBytes,
  tenantId: idBytes,
  token: idBytes,
  publicToken: z.string(),
});

export const shareResult = z.object({ existingUsers: z.array(existingUser), newUsers: z.array(invitation) });

export function presentShareResult({
  users,
  invitations,
}: Pick<Shared, "users" | "invitations">): z.input<typeof shareResult> {
  return { existingUsers: users.map(presentExistingUser), newUsers: invitations.map(presentInvitation) };
}

function presentExistingUser(user: Shared["users"][number]): z.input<typeof existingUser> {
  return {
    createdAt: user.createdAt.toISOString(),
    modifiedAt: user.modifiedAt.toISOString(),
    displayName: user.displayName,
    etag: etagOf(user.id, user.version),
    id: user.id,
    lifecycleState: user.lifecycleState,
    pictureUrl: pictureUrl(user.pictureUrl),
    primaryEmail: user.email,
    potentialScore: user.potentialScore,
    version: user.version,
  };
}

function presentInvitation(issued: Shared["invitations"][number]): z.input<typeof invitation> {
  return {
    grants: issued.grants.map(({ action, collectionId }) => ({
      action,
      collectionId: presentId(collectionId),
    })),
    inviteeEmail: issued.email,
    issuedAt: issued.issuedAt.toISOString(),
    issuedByDisplayName: issued.issuedBy.displayName,
    issuedByUserId: presentId(issued.issuedBy.id),
    organizationId: presentId(issued.organizationId),
    tenantId: presentId(issued.tenantId),
    token: presentId(issued.id),
    publicToken: issued.publicToken,
  };
}
