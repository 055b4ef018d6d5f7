import { inject } from "vitest";
import { platformOf } from "../../../src/platform.ts";
import {
  type PollSchedule,
  pollUntil,
  dispatchWebhooks as tell,
} from "../../../src/jobs/webhooks/dispatch-webhooks.ts";
import { testEnv } from "../setup/env.ts";
import { call } from "./call.ts";
import type { Person } from "./person.ts";
import type { ReceivedMessage } from "../fixtures/receiver.ts";
import { createWebhook, type CreatedWebhook } from "./webhooks.ts";

/** A webhook with a local receiver, which the API would reject. */
export async function createReceivedWebhook(
  person: Person,
  behaviour = "ok",
  wanted: Parameters<typeof createWebhook>[1] = {},
): Promise<CreatedWebhook & { readonly received: () => Promise<readonly ReceivedMessage[]> }> {
  const made = await createWebhook(person, wanted);
  const receiver = inject("receiver");
  await setWebhook(made.webhookId, { url: `${receiver}/${behaviour}/${made.webhookId}` });
  return {
    ...made,
    received: async () => await (await fetch(`${receiver}/received?tag=${made.webhookId}`)).json(),
  };
}

export async function setWebhook(
  webhookId: string,
  fields: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  const sets = Object.keys(fields).map((field) => `${field} = ?`);
  await testEnv.DB.prepare(`UPDATE webhooks SET ${sets.join(", ")} WHERE id = ?`)
    .bind(...Object.values(fields), webhookId)
    .run();
}

/** Dispatches webhooks like the cron run, with local receivers allowed. */
export async function dispatchWebhooks(now = new Date()): Promise<void> {
  const { db, settings } = webhookSender();
  await tell(db, settings, now);
}

/** Polls webhooks until the next cron run like the cron run, with local receivers allowed. */
export async function pollWebhooks(looks: PollSchedule): Promise<void> {
  const { db, settings } = webhookSender();
  await pollUntil(db, settings, looks);
}

/** The webhook client, with local receivers allowed. */
export function webhookSender() {
  const platform = platformOf({ ...testEnv, CRAWLING: "on", CRAWL_ALLOW_LOOPBACK: "true" });
  const settings = platform.webhooks();
  if (settings === null) throw new Error("Nothing may be sent.");
  return { db: platform.database(), settings };
}

export async function deliveriesOf({ token }: Person, webhookId: string) {
  return (await call("GET", `/v1/webhooks/${webhookId}/deliveries`, { token })).body.data.records;
}

/** The listed webhooks of the person's organization. */
export async function webhooksOf({ token, organizationId }: Person) {
  return (await call("GET", `/v1/webhooks?organizationId=${organizationId}`, { token })).body.data.webhooks;
}

/** The states of its deliveries in D1, because its creator may have lost the right to list them. */
export async function deliveryStates(webhookId: string): Promise<readonly string[]> {
  const states = testEnv.DB.prepare("SELECT state FROM webhook_deliveries WHERE webhook_id = ?").bind(
    webhookId,
  );
  return (await states.all<{ readonly state: string }>()).results.map(({ state }) => state);
}

/** Ends a webhook, so that it does not delay later deliveries. */
export async function endWebhook(webhookId: string): Promise<void> {
  await testEnv.DB.prepare("DELETE FROM webhooks WHERE id = ?").bind(webhookId).run();
}
