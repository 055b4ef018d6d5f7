import * as z from "zod";
import { ACTIONS } from "../../domain/access.ts";
import { etagOf } from "../../domain/etag.ts";
import { shareCollections as share } from "../../services/share-collections.ts";
import { defineOperation } from "../operation.ts";
import { idBytes, idField, idString, nullableIdBytes } from "../wire/identifier.ts";
import { timestamp } from "../wire/values.ts";

const existingUser = z.object({
  createdAt: timestamp,
  modifiedAt: timestamp,
  displayName: z.string(),
  etag: z.string(),
  id: idString("user"),
  lifecycleState: z.string(),
  pictureUrl: z.string(),
  primaryEmail: z.string(),
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

const address = z
  .email("must be an e-mail address")
  .max(320)
  .transform((email) => email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()));

export const shareCollections = defineOperation({
  id: "shareCollections",
  method: "POST",
  path: "/v1/share-collections",
  who: "user",
  tag: "collections",
  summary: "Share collections with users.",
  body: z
    .object({
      actions: z.array(z.enum(ACTIONS)).min(1, "must name an action").max(ACTIONS.length).transform(unique),
      collectionIds: z.array(idField("col")).min(1, "must name a collection").max(100).transform(unique),
      shareTo: z.array(idField("user")).max(100).transform(unique),
      shareToEmails: z.array(address).max(100).transform(unique),
    })
    .refine((body) => body.shareTo.length + body.shareToEmails.length > 0, {
      path: ["shareTo"],
      error: "must name somebody, here or in shareToEmails",
    }),
  data: z.object({ existingUsers: z.array(existingUser), newUsers: z.array(invitation) }),
  async handle(ctx, { body }) {
    const { actions, collectionIds, shareTo, shareToEmails } = body;
    const { users, eventKey } = await share(ctx, { actions, collectionIds, userIds: shareTo, emails: shareToEmails });
    const existingUsers = users.map((user) => ({
      createdAt: user.createdAt.toISOString(),
      modifiedAt: user.modifiedAt.toISOString(),
      displayName: user.displayName,
      etag: etagOf(user.id, user.version),
      id: user.id,
      lifecycleState: user.lifecycleState,
      pictureUrl: user.pictureUrl,
      primaryEmail: user.email,
      potentialScore: user.potentialScore,
      version: user.version,
    }));
    return { data: { existingUsers, newUsers: [] }, eventKey };
  },
});

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
