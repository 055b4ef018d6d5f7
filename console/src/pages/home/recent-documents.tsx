import type { VNode } from "preact";
import type { DataOf } from "../../data/client.ts";
import { Icon } from "../../parts/icon/icon.tsx";
import { CutName } from "../../parts/cut-name/cut-name.tsx";
import type { IconName } from "../../parts/icon/icon-paths.ts";
import { t } from "../../words/t.ts";
import { FileState, stateOf } from "./file-state.tsx";
import { Age } from "./recent-threads.tsx";

type Documents = DataOf<"GET", "/v1/navigate/recent/assets">;

/** Documents that failed stand first, with the reason. */
export function RecentDocuments({ documents }: { documents: Documents }): VNode {
  const failedFirst = documents.toSorted((a, b) => Number(isFailed(b)) - Number(isFailed(a)));
  return (
    <section>
      <h2>{t("home.recentDocuments")}</h2>
      <ul class="home-list">
        {failedFirst.map((document) => (
          <li key={document.id}>
            <a class="home-row row" href={`/d/${document.id}`}>
              <Icon name={iconOf(document.contentType)} />
              <span class="grow cut">
                <CutName name={document.displayName || t("home.untitled")} />
                {isFailed(document) && document.processingFailureReason !== null && (
                  <span class="caption home-reason">
                    <bdi lang="en">{document.processingFailureReason}</bdi>
                  </span>
                )}
              </span>
              <FileState state={stateOf(document.lifecycleState)} />
              <Age at={document.modifiedAt} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function isFailed({ lifecycleState }: Documents[number]): boolean {
  return lifecycleState === "failed";
}

const ICONS: readonly (readonly [RegExp, IconName])[] = [
  [/pdf/, "pdf"],
  [/csv|spreadsheet|excel/, "sheet"],
  [/rfc822|mbox/, "mail"],
  [/^image\//, "picture"],
  [/html/, "web"],
];

/** The icon of a media type. */
export function iconOf(contentType: string): IconName {
  return ICONS.find(([pattern]) => pattern.test(contentType))?.[1] ?? "document";
}
