import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { formatAge } from "../words/formats.ts";
import { t } from "../words/t.ts";
import { Answer } from "./answer/answer.tsx";
import { MessageView, RenameView, UnsentView } from "./message-view.tsx";
import type { Row } from "./timeline/row.ts";

/** One row as an article. An unchanged row is not drawn again. */
export function RowView({
  row,
  position,
  count,
  newSince,
}: {
  row: Row;
  position: number;
  count: number;
  /** The time of the last visit, above the first row after it. */
  newSince: number | null;
}): VNode {
  const content = useMemo(() => contentOf(row), [row]);
  return (
    <article
      class={`thread-row ${row.kind}`}
      data-row={row.key}
      tabIndex={-1}
      aria-posinset={position}
      aria-setsize={count}
    >
      {newSince !== null && (
        <p class="new-since caption">{t("thread.newSince", { when: formatAge(new Date(newSince)) })}</p>
      )}
      {content}
    </article>
  );
}

function contentOf(row: Row): VNode {
  switch (row.kind) {
    case "message":
      return <MessageView row={row} />;
    case "rename":
      return <RenameView row={row} />;
    case "unsent":
      return <UnsentView row={row} />;
    case "answers":
      return (
        <div class={row.answers.length > 1 ? "comparison" : ""}>
          {row.answers.map((answer, at) => (
            <section
              key={answer.key}
              {...(row.answers.length > 1 ? { "aria-label": t("answer.of", { number: at + 1 }) } : {})}
            >
              <Answer answer={answer} />
            </section>
          ))}
        </div>
      );
    default:
      return row satisfies never;
  }
}
