import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { query, useQuery } from "../../data/cache.ts";
import type { DataOf } from "../../data/client.ts";
import { idFromBytes } from "../../data/ids.ts";
import { RECENT } from "../../data/recent-ids.ts";
import { Button } from "../../parts/button/button.tsx";
import { Empty } from "../../parts/empty/empty.tsx";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Page } from "../../parts/frame/page.tsx";
import { Icon } from "../../parts/icon/icon.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { formatDate, formatTime } from "../../words/formats.ts";
import { t } from "../../words/t.ts";

type Listed = DataOf<"GET", "/v1/navigate/recent/threads">["result"]["entities"][number];

const STEP = 50;
const MAX_LISTED = 200;

/** The threads that the person made or wrote in, by day. */
export function Threads(): VNode {
  const [limit, setLimit] = useState(STEP);
  const { data, error } = useQuery(
    query("/v1/navigate/recent/threads", { query: { limit } }, [RECENT.threads]),
  );
  return (
    <Page title={t("threads.title")}>
      {data === null ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <ErrorState error={error} />
        )
      ) : data.result.entities.length === 0 ? (
        <Empty>{t("threads.empty")}</Empty>
      ) : (
        <div class="page-padded threads">
          {byDay(data.result.entities).map(([day, threads]) => (
            <section key={day}>
              <h2 class="small muted">{day}</h2>
              <ul>
                {threads.map((thread) => (
                  <ThreadLink key={thread.data.etag} thread={thread} collections={data.result.collections} />
                ))}
              </ul>
            </section>
          ))}
          {data.pagination.hasNextPage && limit < MAX_LISTED && (
            <Button kind="quiet" onClick={() => setLimit(Math.min(MAX_LISTED, limit + STEP))}>
              {t("threads.more")}
            </Button>
          )}
        </div>
      )}
    </Page>
  );
}

function byDay(threads: readonly Listed[]): [string, Listed[]][] {
  return [...Map.groupBy(threads, ({ data }) => formatDate(new Date(data.modifiedAt)))];
}

function ThreadLink({
  thread: { data, collectionIds },
  collections,
}: {
  thread: Listed;
  collections: DataOf<"GET", "/v1/navigate/recent/threads">["result"]["collections"];
}): VNode {
  const [home] = collectionIds;
  const place = home === undefined ? undefined : collections[idFromBytes("col", home)];
  return (
    <li>
      <a class="thread-link row" href={`/t/${idFromBytes("thread", data.threadId)}`}>
        <Icon name="thread" />
        <bdi class="grow cut" title={data.label}>
          {data.label === "" ? t("threads.untitled") : data.label}
        </bdi>
        {place !== undefined && <bdi class="small muted cut no-phone">{place.label}</bdi>}
        <span class="small muted numbers no-phone">
          {t("threads.messages", { count: data.messageCount })}
        </span>
        <time class="small muted numbers" dateTime={data.modifiedAt}>
          {formatTime(new Date(data.modifiedAt))}
        </time>
      </a>
    </li>
  );
}
