import type { VNode } from "preact";
import { query, useQuery } from "../../data/cache.ts";
import type { DataOf } from "../../data/client.ts";
import { workspace } from "../../data/session.ts";
import { t } from "../../words/t.ts";
import type { KeptText } from "./kept-text.ts";

type AnswerModel = DataOf<"GET", "/v1/organizations/{organizationId}/models">["models"][number];

/** The model that answers the next question. Nothing is shown where there is only one. */
export function ModelChoice({ kept }: { kept: KeptText }): VNode | null {
  const organizationId = workspace.value?.organizationContext.organizationId;
  const { data } = useQuery(
    organizationId === undefined
      ? null
      : query("/v1/organizations/{organizationId}/models", { params: { organizationId } }),
  );
  const models = data?.models ?? [];
  if (models.length < 2) return null;
  return <ModelSelect models={models} chosen={kept.model.value} onChoose={(model) => kept.setModel(model)} />;
}

export function ModelSelect({
  models,
  chosen,
  onChoose,
}: {
  models: readonly AnswerModel[];
  /** "" for the best one. */
  chosen: string;
  onChoose: (model: string) => void;
}): VNode {
  const isReady = models.some(({ model, state }) => model === chosen && state === "ready");
  return (
    <select
      class="composer-model small"
      aria-label={t("composer.model")}
      title={t("composer.model")}
      value={isReady ? chosen : ""}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">{t("composer.bestModel")}</option>
      {models.map(({ model, label, state }) => (
        <option key={model} value={model} disabled={state !== "ready"}>
          {state === "ready" ? label : t(`composer.model.${state}`, { label })}
        </option>
      ))}
    </select>
  );
}
