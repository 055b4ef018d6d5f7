import type { VNode } from "preact";
import { type DataOf, idFromBytes } from "../../data/client.ts";
import { Icon } from "../../parts/icon/icon.tsx";
import { formatAge, formatDateTime } from "../../words/formats.ts";
import { t } from "../../words/t.ts";

type Threads = DataOf<"GET", "/v1/navigate/recent/threads">["result"]["entities"];

export function RecentThreads({ threads }: { threads: Threads }): VNode {
  return (
    <section>
      <h2>{t("home.recentThreads")}</h2>
      <ul class="home-list">
        {threads.map(({ data: { threadId, label, modifiedAt } }) => {
          const id = idFromBytes("thread", threadId);
          return (
            <li key={id}>
              <a class="home-row row" href={`/t/${id}`} title={label}>
                <Icon name="thread" />
                <bdi class="grow cut">{label || t("home.untitled")}</bdi>
                <Age at={modifiedAt} />
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function Age({ at }: { at: string }): VNode {
  return (
    <time class="caption muted numbers" dateTime={at} title={formatDateTime(new Date(at))}>
      {formatAge(new Date(at))}
    </time>
  );
}
