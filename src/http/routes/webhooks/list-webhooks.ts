import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { listWebhooks } from "../../../services/webhooks/list-webhooks.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { presentWebhook, webhook } from "../../wire/webhooks/webhook.ts";

export const listWebhooksOperation = defineOperation({
  id: "listWebhooks",
  method: "GET",
  path: "/v1/webhooks",
  audience: "user",
  access: "`own` on the organization's root",
  contract: { reader: "not_found" },
  tag: "service",
  summary: "The webhooks of an organization, newest first.",
  description: "A disabled webhook shows the time and the reason.",
  query: z.object({ organizationId: idParam("org") }),
  message: ({ data }) => `${countOf(data.webhooks.length, "webhook")} found.`,
  data: z.object({ webhooks: z.array(webhook) }),
  async handle(ctx, { query }) {
    return { data: { webhooks: (await listWebhooks(ctx, query.organizationId)).map(presentWebhook) } };
  },
});
