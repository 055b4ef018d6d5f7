import type { VNode } from "preact";
import type { UploadState } from "../../data/upload-list.ts";
import { Tag } from "../../parts/tag/tag.tsx";
import { t } from "../../words/t.ts";

/** The state of a document in a word. The normal state has no color. */
export function FileState({ state }: { state: UploadState }): VNode {
  switch (state) {
    case "ready":
      return <Tag kind="calm">{t("file.ready")}</Tag>;
    case "failed":
    case "stopped":
      return <Tag kind="bad">{t("file.failed")}</Tag>;
    case "waiting":
    case "paused":
    case "missing":
      return <Tag>{t("file.waiting")}</Tag>;
    case "sending":
      return <Tag kind="info">{t("file.sending")}</Tag>;
    default:
      return <Tag kind="info">{t("file.reading")}</Tag>;
  }
}

/** The state that people see of a stored document. */
export function stateOf(lifecycleState: string): UploadState {
  if (lifecycleState === "ready" || lifecycleState === "failed") return lifecycleState;
  return lifecycleState === "uploading" ? "sending" : "reading";
}
