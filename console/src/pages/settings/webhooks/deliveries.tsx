import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { invalidate, query, useQuery } from "../../../data/cache.ts";
import { client, type DataOf } from "../../../data/client.ts";
import { Button } from "../../../parts/button/button.tsx";
import { ErrorState } from "../../../parts/empty/error-state.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { Tag } from "../../../parts/tag/tag.tsx";
import { formatDateTime } from "../../../words/formats.ts";
import { t } from "../../../words/t.ts";
import { AskFirst } from "../../../parts/ask-first/ask-first.tsx";
import { Pager, RECORDS_PER_PAGE } from "../shared/pager.tsx";
import { Refusal } from "../shared/refusal.tsx";
import { useChange } from "../shared/use-change.ts";

type Delivery = DataOf<"GET", "/v1/webhooks/{webhookId}/deliveries">["records"][number];

const KINDS = { pending: "info", delivered: "calm", failed: "bad", withheld: "plain" } as const;

/** What a webhook sent in the last 30 days, and how that went. */
export function Deliveries({ webhookId, name }: { webhookId: string; name: string }): VNode {
  const [page, setPage] = useState(0);
  const { failure, run } = useChange(webhookId);
  const { data, error } = useQuery(
    query("/v1/webhooks/{webhookId}/deliveries", {
      params: { webhookId },
      query: { limit: RECORDS_PER_PAGE, offset: page * RECORDS_PER_PAGE },
    }),
  );
  if (data === null && error !== null) return <Refusal error={error} />;
  if (data === null) return <Skeleton />;
  return (
    <div class="column settings-form">
      <div>
        <Button size="small" kind="quiet" icon="again" onClick={() => invalidate(webhookId)}>
          {t("webhooks.look")}
        </Button>
      </div>
      {data.records.length === 0 && <p class="muted">{t("webhooks.noDeliveries")}</p>}
      {failure !== null && <ErrorState error={failure} />}
      <ul aria-label={t("webhooks.deliveriesOf", { name })}>
        {data.records.map((delivery) => (
          <DeliveryRow
            key={delivery.deliveryId}
            delivery={delivery}
            onAgain={() =>
              run(
                async () =>
                  await client.request("POST", "/v1/webhooks/{webhookId}/replay", {
                    params: { webhookId },
                    body: { since: delivery.at },
                  }),
              )
            }
          />
        ))}
      </ul>
      <Pager page={page} count={data.pagination.count} isTruncated={data.truncated} onPage={setPage} />
    </div>
  );
}

function DeliveryRow({ delivery, onAgain }: { delivery: Delivery; onAgain: () => void }): VNode {
  const { event, at, state, attempts, nextAttemptAt, lastError } = delivery;
  const time = formatDateTime(new Date(at));
  const facts = [
    time,
    ...(attempts > 0 ? [t("webhooks.attempts", { count: attempts })] : []),
    ...(nextAttemptAt === null ? [] : [t("webhooks.next", { at: formatDateTime(new Date(nextAttemptAt)) })]),
  ];
  return (
    <li class="settings-row row wraps">
      <Tag kind={KINDS[state]}>{t(`webhooks.state.${state}`)}</Tag>
      <span class="grow column">
        {t(`webhooks.event.${event}`)}
        <span class="caption muted">{facts.join(" · ")}</span>
        {state === "withheld" && <span class="small">{t("webhooks.withheldWhy")}</span>}
        {lastError !== "" && (
          <span class="small settings-text" lang="en">
            {lastError}
          </span>
        )}
      </span>
      <AskFirst
        label={t("webhooks.again")}
        unseen={time}
        question={t("webhooks.againSure", { since: time })}
        isDangerous={false}
        onConfirm={onAgain}
      />
    </li>
  );
}
