import * as z from "zod";
import { notFound } from "../../../domain/errors.ts";
import { parseId } from "../../../domain/ids.ts";
import {
  COLLECTIONS_PER_WEBHOOK,
  MAX_WEBHOOK_URL_CHARS,
  WEBHOOK_EVENTS,
  WEBHOOKS_PER_ORGANIZATION,
} from "../../../domain/webhook.ts";
import { createWebhook } from "../../../services/webhooks/create-webhook.ts";
import { requireOwnedWebhook } from "../../../services/webhooks/internal/require-owned-webhook.ts";
import { defineOperation } from "../../operation.ts";
import { name, text, unique } from "../../wire/fields.ts";
import { idField } from "../../wire/identifier.ts";
import { presentWebhook, withSecret } from "../../wire/webhooks/webhook.ts";

export const createWebhookOperation = defineOperation({
  id: "createWebhook",
  method: "POST",
  path: "/v1/webhooks",
  audience: "user",
  access: "`own` on the organization's root",
  contract: { reader: "not_found" },
  tag: "service",
  summary: "Register a webhook for events of an organization.",
  description:
    "Deliveries follow Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. " +
    "They contain identifiers and no content: `{type, timestamp, data: {webhookId, organizationId, " +
    "eventKey, subjectId, threadId?}}`. With `sendsInvitations`, the webhook also receives " +
    "`invitation.created` with `data.invitation`: `{email, inviterName, link, expiresAt}`. `link` is a " +
    "secret, so that a program of yours can send the mail. The service sends each one within seconds, or minutes under " +
    "load, if the webhook's creator may still read the subject. It retries for three days until the " +
    "receiver answers 2xx within 10 seconds. Deliveries can repeat with the same `webhook-id` and can " +
    "arrive out of order. The service shows the secret once. An organization has at most " +
    `${WEBHOOKS_PER_ORGANIZATION} webhooks.`,
  body: z
    .object({
      organizationId: idField("org"),
      name: name(1, 100),
      url: text(1, MAX_WEBHOOK_URL_CHARS),
      events: z.array(z.enum(WEBHOOK_EVENTS)).max(WEBHOOK_EVENTS.length).transform(unique),
      collectionIds: z.array(idField("col")).max(COLLECTIONS_PER_WEBHOOK).default([]).transform(unique),
      sendsInvitations: z.boolean().default(false).meta({
        description: "Whether it also receives `invitation.created`, with addresses and secret links.",
      }),
    })
    .refine(({ events, sendsInvitations }) => events.length > 0 || sendsInvitations, {
      path: ["events"],
      error: "must name an event",
    }),
  example: {
    organizationId: "org_01h455vb4pex5vsknk084sn02q",
    name: "Our ticket system",
    url: "https://hooks.example.com/knowledge",
    events: ["asset.ready", "asset.failed"],
  },
  message: "Webhook created.",
  data: withSecret,
  async handle(ctx, { body }) {
    const { row, secret } = await createWebhook(ctx, body);
    return { data: { ...presentWebhook(row), secret } };
  },
  async replay(ctx, _request, targetId) {
    const webhookId = parseId("hook", targetId);
    if (webhookId === null) throw notFound("webhook");
    return { data: { ...presentWebhook((await requireOwnedWebhook(ctx, webhookId)).webhook), secret: null } };
  },
});
