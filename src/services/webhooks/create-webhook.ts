import { newSecretBits, webhookSecret } from "../../auth/webhook-signature.ts";
import { requireAction } from "../../domain/authorized.ts";
import { invalidField, ServiceError } from "../../domain/errors.ts";
import { type Id, newId } from "../../domain/ids.ts";
import { INVITATION_CREATED, type WebhookEvent, WEBHOOKS_PER_ORGANIZATION } from "../../domain/webhook.ts";
import { parseAddress } from "../../net/address-policy.ts";
import { isNamedByRule } from "../../net/outbound-rule.ts";
import { findCollections } from "../../storage/d1/collections/collections.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { idAt } from "../../storage/d1/service/event-listing.ts";
import { findNewestEvent } from "../../storage/d1/webhooks/deliveries.ts";
import {
  insertWebhook,
  selectWebhooks,
  mayHaveWebhook,
  ownsOrganization,
  type WebhookRow,
} from "../../storage/d1/webhooks/webhooks.ts";
import { actorSql, type Context } from "../context/context.ts";
import { requireOwner } from "../context/require-owner.ts";

export interface CreateWebhookInput {
  readonly organizationId: Id<"org">;
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** Collections whose events the webhook receives. Empty means the whole organization. */
  readonly collectionIds: readonly Id<"col">[];
  /** Whether the webhook also receives invitations, with their addresses and secret links. */
  readonly sendsInvitations: boolean;
}

/** A webhook with its secret. `secret` is null in the response to a repeated request. */
export interface CreatedWebhook {
  readonly row: WebhookRow;
  readonly secret: string | null;
}

/**
 * Registers a webhook for future events. Only this response contains its secret.
 * @throws ServiceError `not_found`, `permission_denied` without `own` on the organization's root,
 * `invalid_argument` for a disallowed URL, `resource_exhausted`, `failed_precondition` for invitations of a
 * service that does not know its own address
 */
export async function createWebhook(ctx: Context, input: CreateWebhookInput): Promise<CreatedWebhook> {
  const { db, now, config } = ctx;
  const { organizationId, collectionIds, name } = input;
  const events = eventsOf(ctx, input);
  const url = requireReceiver(ctx, input.url);
  const from = idAt("event", now.getTime());
  const { actor, rows } = await requireOwner(ctx, organizationId, {
    collections: findCollections(db, actorSql(ctx), collectionIds),
    webhooks: selectWebhooks(db, actorSql(ctx), organizationId),
    ahead: findNewestEvent(db, organizationId, from),
  });
  const found = new Map(rows.collections.map((collection) => [collection.id, collection]));
  for (const id of collectionIds) {
    const collection = requireAction(found.get(id), "read", "collection");
    if (collection.organizationId !== organizationId)
      throw invalidField("collectionIds", "names a collection of another organization");
  }
  if (rows.webhooks.length >= WEBHOOKS_PER_ORGANIZATION) {
    throw new ServiceError(
      "resource_exhausted",
      `An organization can have at most ${WEBHOOKS_PER_ORGANIZATION} webhooks.`,
    );
  }
  const row: WebhookRow = {
    id: newId("hook"),
    organizationId,
    userId: actor.id,
    name,
    url,
    events,
    collectionIds,
    secretBits: newSecretBits(),
    previousBits: null,
    previousUntil: null,
    createdAt: now,
    // The cursor starts after the newest existing event, even if the clock was set back after that event. It
    // starts at no later id, because other isolates may create smaller ids than this one.
    readTo: rows.ahead[0]?.id ?? from,
    round: 0,
    replayedSince: null,
    triedAt: null,
    failingSince: null,
    disabledAt: null,
    disabledReason: "",
  };
  await commit(actor.writer, {
    asserts: [
      { name: "may_own", holds: ownsOrganization(userOf(actor.id), organizationId) },
      { name: "few_webhooks", holds: mayHaveWebhook(organizationId) },
    ],
    writes: [insertWebhook(db, row)],
    audit: { organizationId, targetId: row.id, changes: { events, collectionIds } },
  });
  return { row, secret: await webhookSecret(config.linkSecret, row.id, row.secretBits) };
}

function eventsOf(
  { config }: Context,
  { events, sendsInvitations }: CreateWebhookInput,
): readonly WebhookEvent[] {
  if (!sendsInvitations) return events;
  if (config.publicBaseUrl !== null) return [...events, INVITATION_CREATED];
  throw new ServiceError(
    "failed_precondition",
    "Links in invitations need the service's address: the operator has to set PUBLIC_BASE_URL.",
  );
}

function requireReceiver(ctx: Context, text: string): string {
  const { crawlAllowLoopback: allowLoopback, outboundAllow: exceptions } = ctx.config;
  const url = parseAddress(text, { allowLoopback, ownOrigins: [ctx.origin], exceptions });
  if ("refusal" in url) throw invalidField("url", url.refusal);
  // The operator's own networks may lack certificates.
  const mayBeOpen = allowLoopback || isNamedByRule(url, exceptions);
  if (url.protocol !== "https:" && !mayBeOpen) throw invalidField("url", "must begin with https://");
  return url.href;
}
