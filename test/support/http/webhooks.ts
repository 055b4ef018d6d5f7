import type { WebhookEvent } from "../../../src/domain/webhook.ts";
import { call } from "./call.ts";
import type { Person } from "./person.ts";

export interface CreatedWebhook {
  readonly webhookId: string;
  readonly secret: string;
}

/** A webhook of the person's own organization for all events, unless the fields say otherwise. */
export async function createWebhook(
  { token, organizationId }: Pick<Person, "token" | "organizationId">,
  wanted: {
    readonly url?: string;
    readonly events?: readonly WebhookEvent[];
    readonly collectionIds?: readonly string[];
    readonly sendsInvitations?: boolean;
  } = {},
): Promise<CreatedWebhook> {
  const events: readonly WebhookEvent[] = ["asset.ready", "asset.failed"];
  const body = {
    organizationId,
    name: "A receiver",
    url: "https://hooks.example.com/knowledge",
    events,
    ...wanted,
  };
  const answer = await call("POST", "/v1/webhooks", { token, body });
  if (answer.status !== 200) throw new Error(`No webhook was made: ${answer.body.message}`);
  return answer.body.data as CreatedWebhook;
}
