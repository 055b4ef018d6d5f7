import type { VNode } from "preact";
import { t } from "../../words/t.ts";
import type { AnswerView } from "../timeline/row.ts";

/** The name of the answerer that quotes documents and uses no language model. */
export const EXTRACTIVE = "extractive";

/** Who wrote the answer, and which models were passed over and why. */
export function WriterLine({
  answer: { writer, passedOver, citations },
}: {
  answer: Pick<AnswerView, "writer" | "passedOver" | "citations">;
}): VNode {
  const own = writer === EXTRACTIVE ? byDocuments(citations.length) : byModel(writer);
  return (
    <>{[...own, ...passedOver.map(({ model, reason }) => t(`passed.${reason}`, { model }))].join(" ")}</>
  );
}

function byDocuments(citations: number): string[] {
  return citations === 0 ? [] : [t("answer.byDocuments")];
}

function byModel(model: string): string[] {
  return model === "" ? [] : [t("answer.byModel", { model })];
}
