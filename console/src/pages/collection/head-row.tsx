import type { VNode } from "preact";
import { t } from "../../words/t.ts";

const COLUMNS = [
  ["displayName", "library.name"],
  [null, "library.state"],
  [null, "library.size"],
  [null, "library.addedBy"],
  ["modifiedAt", "library.changed"],
] as const;

/** The column names. The sorted ones are links, so that an order has an address. */
export function HeadRow({ sort, collectionId }: { sort: string; collectionId: string }): VNode {
  return (
    <div role="rowgroup">
      <div role="row" class="documents-head row small muted" aria-rowindex={1}>
        <span role="columnheader" class="document-check">
          <span class="unseen">{t("library.select")}</span>
        </span>
        {COLUMNS.map(([field, name]) => {
          const isSorted = field !== null && sort.replace("-", "") === field;
          const isDown = sort.startsWith("-");
          return (
            <span
              key={name}
              role="columnheader"
              class={`column-${name.split(".")[1]}`}
              {...(isSorted
                ? { "aria-sort": isDown ? ("descending" as const) : ("ascending" as const) }
                : {})}
            >
              {field === null ? (
                t(name)
              ) : (
                <a href={`/c/${collectionId}?sort=${isSorted && !isDown ? "-" : ""}${field}`}>{t(name)}</a>
              )}
            </span>
          );
        })}
        <span role="columnheader" class="document-more">
          <span class="unseen">{t("action.more")}</span>
        </span>
      </div>
    </div>
  );
}
