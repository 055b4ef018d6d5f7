import type { VNode } from "preact";
import { t } from "../../words/t.ts";
import { SUPPORT_SIGNS } from "../answer-text/sentence-mark.tsx";
import type { AnswerView } from "../timeline/row.ts";
import { EXTRACTIVE } from "./writer-line.tsx";

const SUPPORTS = ["quoted", "supported", "unverified", "contradicted"] as const;

/** Signs of the sentences that have one in the text. */
const SIGNED: ReadonlySet<string> = new Set(["unverified", "contradicted"]);

/** How many sentences rest on their sources, and how. */
export function SupportLine({
  answer: { sentences, writer },
}: {
  answer: Pick<AnswerView, "sentences" | "writer">;
}): VNode | null {
  // The line about the writer says it already.
  const isSaid = writer === EXTRACTIVE && sentences.every(({ support }) => support === "quoted");
  if (sentences.length === 0 || isSaid) return null;
  return (
    <span class="support-line" title={t("support.title")}>
      {SUPPORTS.flatMap((support) => {
        const count = sentences.filter((sentence) => sentence.support === support).length;
        if (count === 0) return [];
        return [
          <span key={support} class={`support ${support}`}>
            {SIGNED.has(support) && <span aria-hidden="true">{SUPPORT_SIGNS[support]} </span>}
            {t(`support.count.${support}`, { count })}
          </span>,
        ];
      })}
    </span>
  );
}
