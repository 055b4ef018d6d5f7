import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { query, useQuery } from "../../../data/cache.ts";
import type { Organization } from "../../../data/organizations.ts";
import { CopyField } from "../../../parts/copy/copy-field.tsx";
import { Empty } from "../../../parts/empty/empty.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { t } from "../../../words/t.ts";
import { OfOrganization } from "../shared/of-organization.tsx";
import { Refusal } from "../shared/refusal.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookRow } from "./webhook-row.tsx";

/** The addresses to which an organization sends its events. */
export function Webhooks(): VNode {
  return (
    <OfOrganization title="webhooks.title">
      {(organization) => <WebhooksOf organization={organization} />}
    </OfOrganization>
  );
}

function WebhooksOf({ organization }: { organization: Organization }): VNode {
  const { data, error } = useQuery(query("/v1/webhooks", { query: { organizationId: organization.id } }));
  const [secret, setSecret] = useState("");
  if (data === null && error !== null) return <Refusal error={error} />;
  if (data === null) return <Skeleton lines={4} />;
  return (
    <>
      <p class="small muted">{t("webhooks.text")}</p>
      <WebhookForm organization={organization} onSecret={setSecret} />
      {secret !== "" && <CopyField label={t("webhooks.secret")} text={secret} />}
      {data.webhooks.length === 0 && <Empty>{t("webhooks.none")}</Empty>}
      <ul class="settings-list" aria-label={t("webhooks.title")}>
        {data.webhooks.map((webhook) => (
          <WebhookRow key={webhook.webhookId} webhook={webhook} onSecret={setSecret} />
        ))}
      </ul>
    </>
  );
}
