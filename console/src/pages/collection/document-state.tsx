import type { VNode } from "preact";
import { Tag } from "../../parts/tag/tag.tsx";
import { t } from "../../words/t.ts";

/** The cell with a document's state in a word. */
export function DocumentState({ state }: { state: string }): VNode {
  return (
    <span role="gridcell" class="column-state">
      {tagOf(state)}
    </span>
  );
}

function tagOf(state: string): VNode {
  if (state === "ready") return <Tag kind="calm">{t("state.ready")}</Tag>;
  if (state === "failed") return <Tag kind="bad">{t("state.failed")}</Tag>;
  if (state === "deleted") return <Tag>{t("state.deleted")}</Tag>;
  return <Tag kind="info">{state === "uploading" ? t("state.sending") : t("state.reading")}</Tag>;
}
