import type { VNode } from "preact";
import type { UploadFailure } from "../../data/client.ts";
import { t } from "../../words/t.ts";

/** Kinds whose sentence of the service says more: a limit, a program, the rule that was broken. */
const TOLD: ReadonlySet<UploadFailure> = new Set([
  "not_allowed",
  "unsupported_type",
  "too_large",
  "too_complex",
  "page_unreachable",
  "processor",
  "unreadable",
  "other",
  "rejected",
]);

/**
 * The problem of a document, and its remedy.
 * @param failure the kind of the failure; "" counts as an unknown one
 * @param reason the service's own sentence, in English
 */
export function FailureNote({ failure, reason }: { failure: UploadFailure; reason: string }): VNode {
  const kind = failure === "" ? "other" : failure;
  return (
    <span class="failure column caption" title={reason}>
      <span class="field-error">{t(`failure.${kind}`)}</span>
      <span>{t(`failure.${kind}.do`)}</span>
      {TOLD.has(kind) && reason !== "" && (
        <bdi class="muted" lang="en">
          {reason}
        </bdi>
      )}
    </span>
  );
}
