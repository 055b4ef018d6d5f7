import type { VNode } from "preact";
import { query, useQuery } from "../../../data/cache.ts";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { t } from "../../../words/t.ts";
import { OfOrganization } from "../shared/of-organization.tsx";
import { Refusal } from "../shared/refusal.tsx";
import { QuotaForm } from "./quota-form.tsx";
import { Quotas } from "./quotas.tsx";
import { UsageList } from "./usage-list.tsx";

/** What an organization uses, and how much of its quotas is left. */
export function Usage(): VNode {
  return <OfOrganization title="usage.title">{({ id }) => <UsageOf organizationId={id} />}</OfOrganization>;
}

function UsageOf({ organizationId }: { organizationId: string }): VNode {
  const { data, error } = useQuery(
    query("/v1/organizations/{organizationId}/usage", { params: { organizationId }, query: { limit: 0 } }),
  );
  if (data === null && error !== null) return <Refusal error={error} />;
  if (data === null) return <Skeleton lines={6} />;
  return (
    <>
      <p class="small muted">{t("usage.days")}</p>
      <Quotas states={data.quotas} />
      <QuotaForm organizationId={organizationId} states={data.quotas} />
      <UsageList organizationId={organizationId} />
    </>
  );
}
