import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { DELIVERY_DAYS } from "../../../domain/webhook.ts";
import { listDeliveries } from "../../../services/webhooks/list-deliveries.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { listingQuery, pagination, presentPagination } from "../../wire/pagination.ts";
import { delivery, presentDelivery } from "../../wire/webhooks/webhook.ts";

export const listDeliveriesOperation = defineOperation({
  id: "listDeliveries",
  method: "GET",
  path: "/v1/webhooks/{webhookId}/deliveries",
  audience: "user",
  access: "`own` on the root of its organization",
  contract: { reader: "not_found" },
  tag: "service",
  summary: "The deliveries of a webhook and their results.",
  description:
    `Newest first unless \`sort\` is \`deliveryId\`. The service keeps deliveries for ${DELIVERY_DAYS} ` +
    "days. `withheld`: the webhook's creator could not read the subject, so the service sent nothing.",
  params: z.object({ webhookId: idParam("hook") }),
  query: z.object(listingQuery(["deliveryId"])),
  message: ({ data }) => `${countOf(data.pagination.count, "delivery")} found.`,
  data: z.object({
    pagination,
    records: z.array(delivery),
    truncated: z.boolean().meta({ description: "true if there are more records than the count covers." }),
  }),
  async handle(ctx, { params, query }) {
    const newestFirst = query.sort[0]?.descending ?? true;
    const { count, truncated, deliveries } = await listDeliveries(ctx, params.webhookId, {
      ...query,
      newestFirst,
    });
    const ids = deliveries.map(({ id }) => id);
    return {
      data: {
        pagination: presentPagination(query, count, ids),
        records: deliveries.map(presentDelivery),
        truncated,
      },
    };
  },
});
