import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { query, useQuery } from "../../../data/cache.ts";
import { client, type DataOf } from "../../../data/client.ts";
import { Button } from "../../../parts/button/button.tsx";
import { ErrorState } from "../../../parts/empty/error-state.tsx";
import { Tag } from "../../../parts/tag/tag.tsx";
import { formatDate } from "../../../words/formats.ts";
import { t } from "../../../words/t.ts";
import { AskFirst } from "../../../parts/ask-first/ask-first.tsx";
import { useChange } from "../shared/use-change.ts";
import { Deliveries } from "./deliveries.tsx";

type Webhook = DataOf<"GET", "/v1/webhooks">["webhooks"][number];

/** One webhook: where it sends, whether that works, and what it sent. */
export function WebhookRow({
  webhook,
  onSecret,
}: {
  webhook: Webhook;
  onSecret: (secret: string) => void;
}): VNode {
  const { webhookId, organizationId, name, url, events, collectionIds } = webhook;
  const [isOpen, setOpen] = useState(false);
  const { failure, isRunning, run } = useChange(organizationId);
  const params = { webhookId };
  const rotate = async (): Promise<void> => {
    const { data } = await client.request("POST", "/v1/webhooks/{webhookId}/rotate", { params });
    onSecret(data.secret ?? "");
  };
  return (
    <li class="settings-row column">
      <div class="row wraps">
        <span class="grow column">
          <bdi class="cut" title={name}>
            {name}
          </bdi>
          <code class="settings-text">{url}</code>
        </span>
        <State webhook={webhook} />
      </div>
      <p class="caption muted">
        {events.map((event) => t(`webhooks.event.${event}`)).join(", ")} ·{" "}
        {collectionIds.length === 0
          ? t("webhooks.everywhere")
          : t("webhooks.inCollections", { count: collectionIds.length })}
      </p>
      {webhook.disabledReason !== "" && (
        <p class="small" lang="en">
          {webhook.disabledReason}
        </p>
      )}
      <div class="row wraps">
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t("webhooks.deliveries")}
          <span class="unseen"> {name}</span>
        </Button>
        <AskFirst
          label={t("webhooks.newSecret")}
          unseen={name}
          question={t("webhooks.newSecretSure")}
          isDangerous={false}
          isDisabled={isRunning}
          onConfirm={() => run(rotate)}
        />
        <AskFirst
          label={t("webhooks.remove")}
          unseen={name}
          question={<RemovedCount webhookId={webhookId} />}
          isDisabled={isRunning}
          onConfirm={() =>
            run(async () => await client.request("DELETE", "/v1/webhooks/{webhookId}", { params }))
          }
        />
      </div>
      {failure !== null && <ErrorState error={failure} />}
      {isOpen && <Deliveries webhookId={webhookId} name={name} />}
    </li>
  );
}

function State({ webhook: { failingSince, disabledAt } }: { webhook: Webhook }): VNode {
  if (disabledAt !== null) return <Tag kind="bad">{t("webhooks.off")}</Tag>;
  if (failingSince === null) return <Tag kind="calm">{t("webhooks.on")}</Tag>;
  return <Tag kind="warn">{t("webhooks.failing", { since: formatDate(new Date(failingSince)) })}</Tag>;
}

/** How many deliveries go with the webhook. */
function RemovedCount({ webhookId }: { webhookId: string }): VNode {
  const { data } = useQuery(
    query("/v1/webhooks/{webhookId}/deliveries", { params: { webhookId }, query: { limit: 0 } }),
  );
  return <>{data !== null && t("webhooks.removeSure", { count: data.pagination.count })}</>;
}
