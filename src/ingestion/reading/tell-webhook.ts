import { type WebhookAnswer, webhookAnswer, type WebhookOrder } from "../../net/post-webhook.ts";
import { OWNER_HEADER } from "./sandbox-client.ts";

/** Sends a message to an address that a user has named; owners take turns. Null: it was not tried, through no fault of the receiver. Never rejects. */
export type TellWebhook = (order: WebhookOrder, owner: string) => Promise<WebhookAnswer | null>;

/** @param binding of the Worker whose network reaches public addresses alone; without it nothing is sent */
export function createTeller(binding: Fetcher | undefined): TellWebhook {
  return async (order, owner) => {
    try {
      const headers = { "content-type": "application/json", [OWNER_HEADER]: owner };
      const response = await binding?.fetch("http://sandbox/webhooks", { method: "POST", headers, body: JSON.stringify(order) });
      if (response?.ok === true) return webhookAnswer.parse(await response.json());
      await response?.body?.cancel();
    } catch {
      // Somebody may be deploying it.
    }
    return null;
  };
}
