import * as z from "zod";
import { WEBHOOK_TIMEOUT_MS } from "../domain/webhook.ts";
import { parseAddress } from "./address-policy.ts";
import { type OutboundNetworks, outboundFetch } from "./outbound-fetch.ts";
import { outboundRule } from "./outbound-rule.ts";
import { CRAWLER_USER_AGENT } from "./crawler.ts";
import { MS_PER_SECOND } from "../domain/time.ts";

/** A webhook to send, with the policy for allowed addresses. */
export const webhookOrder = z.object({
  address: z.string(),
  allowLoopback: z.boolean(),
  ownOrigins: z.array(z.string()),
  exceptions: z.array(outboundRule).default([]),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type WebhookOrder = Readonly<z.input<typeof webhookOrder>>;

/**
 * The receiver's status. Without a response the status is null, and the reason is the end of a sentence that
 * begins with the receiver.
 */
export const webhookAnswer = z.object({ status: z.int().nullable(), reason: z.string().max(200) });
export type WebhookAnswer = Readonly<z.output<typeof webhookAnswer>>;

/** Sends one webhook and reads only the status of the response. Follows no redirects. Never rejects. */
export async function postWebhook(
  { address, headers, body, ...policy }: z.output<typeof webhookOrder>,
  networks: OutboundNetworks,
): Promise<WebhookAnswer> {
  const url = parseAddress(address, policy);
  if ("refusal" in url) return { status: null, reason: url.refusal };
  const signal = AbortSignal.timeout(WEBHOOK_TIMEOUT_MS);
  const sent = { "content-type": "application/json", "user-agent": CRAWLER_USER_AGENT, ...headers };
  try {
    const send = outboundFetch(url, policy.exceptions, networks);
    const response = await send(url, { method: "POST", headers: sent, body, redirect: "manual", signal });
    await response.body?.cancel();
    return { status: response.status, reason: "" };
  } catch {
    const late = `did not answer within ${WEBHOOK_TIMEOUT_MS / MS_PER_SECOND} seconds`;
    return { status: null, reason: signal.aborted ? late : "could not be reached" };
  }
}
