import * as z from "zod";
import type { SyncUserInput } from "../../../services/users/internal/create-user.ts";
import { presentSignIn, type SyncedUser, syncUser } from "../../../services/users/sync-user.ts";
import { defineOperation } from "../../operation.ts";
import {
  presentTree,
  presentTruncation,
  treeNode,
  treeTruncated,
} from "../../wire/collections/collection.ts";
import { name, optionalName, text } from "../../wire/fields.ts";
import { idBytes, presentId } from "../../wire/identifier.ts";
import { presentUser, user } from "../../wire/users/user.ts";

const body = z.object({
  defaultFavoritesCollectionLabel: optionalName(255),
  defaultOrganizationCollectionLabel: optionalName(255),
  defaultPersonalCollectionLabel: optionalName(255),
  defaultOrganizationDisplayName: name(1, 255),
  defaultOrganizationName: name(1, 255),
  defaultOrganizationSlug: text(0, 255),
  defaultProjectDisplayName: name(1, 255),
  defaultProjectName: name(1, 255),
  defaultProjectSlug: text(0, 255),
  deviceID: text(0, 255),
  displayName: name(0, 255),
  email: text(1, 320),
  isEmailVerified: z.boolean(),
  locale: text(0, 64),
  photoURL: text(0, 2048).meta({
    description: 'An https URL; any other value removes the picture. "": the token\'s `picture`.',
  }),
  userAgent: text(0, 2048),
  workflowVariants: z.array(text(0, 255)).max(100).optional().default([]),
});

export const workingContext = z.object({
  CollectionTree: z.array(treeNode),
  collectionTreeTruncated: treeTruncated,
  organizationId: idBytes,
  tenantId: idBytes,
});

export const syncUserOperation = defineOperation({
  id: "syncUser",
  method: "POST",
  path: "/v1/users/self/auth-sync",
  audience: "user",
  access: "A token of a configured issuer",
  contract: { trips: 1, reader: "ok", stranger: "ok" },
  tag: "users",
  summary: "Synchronize the signed-in user; the first sign-in creates the account.",
  description: `A returning sign-in updates displayName, locale and photoURL. If one is empty, the token's claim applies (\`name\`, \`locale\`, \`picture\`).
Given name, family name and address come from the token alone. Fields without a new value stay unchanged.
Claims of a token older than the newest one change nothing.
\`tokenRefreshReason\` is \`email_verification_changed\` if isEmailVerified and the token disagree.
A repeated \`Idempotency-Key\` returns the result of the first sign-in with the current user.`,
  body,
  example: {
    defaultOrganizationDisplayName: "Analytical Engines",
    defaultOrganizationName: "analytical-engines",
    defaultOrganizationSlug: "",
    defaultProjectDisplayName: "First project",
    defaultProjectName: "first-project",
    defaultProjectSlug: "",
    deviceID: "laptop",
    displayName: "Ada",
    email: "ada@example.com",
    isEmailVerified: true,
    locale: "en",
    photoURL: "",
    userAgent: "curl",
  },
  message: ({ data }) => (data.didSignUp ? "Account created." : "Signed in."),
  data: z.object({
    didSignUp: z.boolean(),
    tokenRefreshReason: z.enum(["", "email_verification_changed", "account_merged"]),
    tokenRefreshRequired: z.boolean(),
    user,
    workingContext,
  }),
  async handle(ctx, input) {
    return present(await syncUser(ctx, toInput(input.body)));
  },
  async replay(ctx, input, _, { at: firstAt }) {
    return present(await presentSignIn(ctx, toInput(input.body), firstAt));
  },
});

function present(synced: SyncedUser) {
  const { didSignUp, tokenRefreshReason, user: record } = synced;
  const context = {
    CollectionTree: presentTree(synced.forest.nodes),
    ...presentTruncation(synced.forest),
    organizationId: presentId(record.organizationId),
    tenantId: presentId(record.tenantId),
  };
  const tokenRefreshRequired = tokenRefreshReason !== "";
  return {
    data: {
      didSignUp,
      tokenRefreshReason,
      tokenRefreshRequired,
      user: presentUser(record),
      workingContext: context,
    },
  };
}

function toInput(fields: z.output<typeof body>): SyncUserInput {
  return {
    email: fields.email,
    isEmailVerified: fields.isEmailVerified,
    profile: { displayName: fields.displayName, locale: fields.locale, photoUrl: fields.photoURL },
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
    project: {
      name: fields.defaultProjectName,
      displayName: fields.defaultProjectDisplayName,
      slug: fields.defaultProjectSlug,
    },
  };
}
