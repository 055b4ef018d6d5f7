import { type WebhookAnswer, webhookAnswer, type WebhookOrder } from "../../net/post-webhook.ts";
import { OWNER_HEADER } from "./sandbox-client.ts";

/**
 * Sends a webhook. The sandbox queues owners fairly. Returns null if the service itself failed to send the
 * webhook. Never rejects.
 */
export type WebhookClient = (order: WebhookOrder, owner: string) => Promise<WebhookAnswer | null>;

/** @param binding to a Worker whose network reaches only public addresses; without it, nothing is sent */
export function createWebhookClient(binding: Fetcher | undefined): WebhookClient {
  return async (order, owner) => {
    try {
      const headers = { "content-type": "application/json", [OWNER_HEADER]: owner };
      const response = await binding?.fetch("http://sandbox/webhooks", {
        method: "POST",
        headers,
        body: JSON.stringify(order),
      });
      if (response?.ok === true) return webhookAnswer.parse(await response.json());
      await response?.body?.cancel();
    } catch {
      // The webhook counts as not sent, because a deployment may be in progress.
    }
    return null;
  };
}
