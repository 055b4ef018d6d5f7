import type { OutboundNetworks } from "../net/outbound-fetch.ts";
import { postWebhook, webhookOrder } from "../net/post-webhook.ts";

/**
 * Receives a webhook, sends it, and returns the receiver's status. The runtime's network restricts the
 * reachable addresses, even if a host name resolves to a private one.
 */
export async function handleWebhook(request: Request, networks: OutboundNetworks): Promise<Response> {
  return Response.json(await postWebhook(webhookOrder.parse(await request.json()), networks));
}
