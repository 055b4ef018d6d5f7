import * as z from "zod";
import type { SyncUserInput } from "../../services/create-user.ts";
import { syncUser } from "../../services/sync-user.ts";
import { defineOperation } from "../operation.ts";
import { presentTree, treeNode } from "../wire/collection.ts";
import { optionalText, text } from "../wire/fields.ts";
import { idBytes, presentId } from "../wire/identifier.ts";
import { presentUser, user } from "../wire/user.ts";

const body = z.object({
  defaultFavoritesCollectionLabel: optionalText(255),
  defaultOrganizationCollectionLabel: optionalText(255),
  defaultPersonalCollectionLabel: optionalText(255),
  defaultOrganizationDisplayName: text(1, 255),
  defaultOrganizationName: text(1, 255),
  defaultOrganizationSlug: text(0, 255),
  defaultProjectDisplayName: text(1, 255),
  defaultProjectName: text(1, 255),
  defaultProjectSlug: text(0, 255),
  deviceID: text(0, 255),
  displayName: text(0, 255),
  email: text(1, 320),
  isEmailVerified: z.boolean(),
  locale: text(0, 64),
  photoURL: text(0, 2048),
  userAgent: text(0, 2048),
  workflowVariants: z.array(text(0, 255)).max(100).optional().default([]),
});

export const authSync = defineOperation({
  id: "syncUser",
  method: "POST",
  path: "/v1/users/self/auth-sync",
  who: "user",
  access: "Whoever has a token of a configured issuer, for the account of that identity",
  tag: "users",
  summary: "Synchronise the signed-in user; the first sign-in creates the user and his defaults.",
  body,
  data: z.object({
    didSignUp: z.boolean(),
    tokenRefreshReason: z.enum(["", "email_verification_changed", "account_merged"]),
    tokenRefreshRequired: z.boolean(),
    user,
    workingContext: z.object({ CollectionTree: z.array(treeNode), organizationId: idBytes, tenantId: idBytes }),
  }),
  async handle(ctx, input) {
    const synced = await syncUser(ctx, toInput(input.body));
    const { didSignUp, tokenRefreshReason, user: record, eventKey } = synced;
    const workingContext = {
      CollectionTree: presentTree(synced.tree),
      organizationId: presentId(record.organizationId),
      tenantId: presentId(record.tenantId),
    };
    const tokenRefreshRequired = tokenRefreshReason !== "";
    return { data: { didSignUp, tokenRefreshReason, tokenRefreshRequired, user: presentUser(record), workingContext }, eventKey };
  },
});

function toInput(fields: z.output<typeof body>): SyncUserInput {
  return {
    email: fields.email,
    displayName: fields.displayName,
    isEmailVerified: fields.isEmailVerified,
    locale: fields.locale,
    photoUrl: fields.photoURL,
    labels: {
      favorites: fields.defaultFavoritesCollectionLabel,
      organization: fields.defaultOrganizationCollectionLabel,
      personal: fields.defaultPersonalCollectionLabel,
    },
    organization: {
      name: fields.defaultOrganizationName,
      displayName: fields.defaultOrganizationDisplayName,
      slug: fields.defaultOrganizationSlug,
    },
    project: { name: fields.defaultProjectName, displayName: fields.defaultProjectDisplayName, slug: fields.defaultProjectSlug },
  };
}
