import type { VNode } from "preact";
import { query, useQuery } from "../../../data/cache.ts";
import type { DataOf } from "../../../data/client.ts";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { Tag } from "../../../parts/tag/tag.tsx";
import { t } from "../../../words/t.ts";
import { OfOrganization } from "../shared/of-organization.tsx";
import { Refusal } from "../shared/refusal.tsx";
import { ModelKeyRow } from "./model-key-row.tsx";

type Model = DataOf<"GET", "/v1/organizations/{organizationId}/models">["models"][number];

/** The answerer that writes nothing of its own. */
const QUOTES_ONLY = "extractive";

/** The models that a question may name, and the organization's own keys for them. */
export function Models(): VNode {
  return (
    <OfOrganization title="models.title">
      {({ id }) => (
        <>
          <ModelList organizationId={id} />
          <ModelKeys organizationId={id} />
        </>
      )}
    </OfOrganization>
  );
}

function ModelList({ organizationId }: { organizationId: string }): VNode {
  const { data, error } = useQuery(
    query("/v1/organizations/{organizationId}/models", { params: { organizationId } }),
  );
  if (data === null && error !== null) return <Refusal error={error} />;
  if (data === null) return <Skeleton />;
  return (
    <>
      <p class="small muted">{t("models.text")}</p>
      <ul class="settings-list" aria-label={t("models.list")}>
        {data.models.map((model) => (
          <ModelRow key={model.model} model={model} />
        ))}
      </ul>
    </>
  );
}

function ModelRow({ model: { model, label, state, usesOrganizationKey } }: { model: Model }): VNode {
  const isQuotes = model === QUOTES_ONLY;
  return (
    <li class="settings-row row wraps">
      <span class="grow column">
        <bdi>{isQuotes ? t("models.quotesOnly") : label}</bdi>
        {!isQuotes && state === "ready" && (
          <span class="caption muted">{t(usesOrganizationKey ? "models.ownKey" : "models.operatorKey")}</span>
        )}
      </span>
      <Tag kind={state === "ready" ? "calm" : "warn"}>{t(`models.${state}`)}</Tag>
    </li>
  );
}

/** The keys, for owners. Everybody else reads that they are not theirs to see. */
function ModelKeys({ organizationId }: { organizationId: string }): VNode {
  const { data, error } = useQuery(
    query("/v1/organizations/{organizationId}/model-keys", { params: { organizationId } }),
  );
  return (
    <>
      <h3>{t("models.keys")}</h3>
      {data === null && (error === null ? <Skeleton /> : <Refusal error={error} />)}
      {data !== null && (
        <p class="small muted">{t(data.models.length === 0 ? "models.noKeys" : "models.keysText")}</p>
      )}
      <ul class="settings-list" aria-label={t("models.keys")}>
        {data?.models.map((model) => (
          <ModelKeyRow key={model.model} organizationId={organizationId} keyed={model} />
        ))}
      </ul>
    </>
  );
}
