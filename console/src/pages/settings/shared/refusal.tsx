import type { VNode } from "preact";
import { ErrorState, isHidden } from "../../../parts/empty/error-state.tsx";
import { t } from "../../../words/t.ts";

/** Why a part of an organization is empty: one sentence for people who do not own it, or the error. */
export function Refusal({ error }: { error: unknown }): VNode {
  if (isHidden(error)) return <p class="muted">{t("organization.ownersOnly")}</p>;
  return <ErrorState error={error} />;
}
