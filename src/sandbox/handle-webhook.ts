import { postWebhook, webhookOrder } from "../net/post-webhook.ts";

/** A message comes in and goes out; what the receiver answered goes back. What the network lets through is the runtime's to say, wherever a name leads. */
export async function answerWebhook(request: Request): Promise<Response> {
  return Response.json(await postWebhook(webhookOrder.parse(await request.json())));
}
