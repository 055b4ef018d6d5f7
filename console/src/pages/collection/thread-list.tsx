import type { VNode } from "preact";
import { query, useQuery } from "../../data/cache.ts";
import { idFromBytes } from "../../data/client.ts";
import { Button } from "../../parts/button/button.tsx";
import { useLocation } from "preact-iso";
import { Empty } from "../../parts/empty/empty.tsx";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Icon } from "../../parts/icon/icon.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { formatAge } from "../../words/formats.ts";
import { t } from "../../words/t.ts";
import { startThread } from "./start-thread.ts";

const MAX_THREADS = 200;

/** The threads of a collection, the last changed first. */
export function ThreadList({ collectionId }: { collectionId: string }): VNode {
  const { route } = useLocation();
  const { data, error } = useQuery(
    query("/v1/collection/{collectionID}/threads", {
      params: { collectionID: collectionId },
      query: { limit: MAX_THREADS },
    }),
  );
  if (error !== null && data === null) return <ErrorState error={error} />;
  if (data === null) return <Skeleton lines={5} />;
  const threads = data.result.entities;
  if (threads.length === 0) {
    return (
      <Empty
        action={
          <Button
            icon="thread"
            onClick={() => void startThread(collectionId, []).then((address) => route(address))}
          >
            {t("library.newThread")}
          </Button>
        }
      >
        {t("library.noThreads")}
      </Empty>
    );
  }
  return (
    <ul class="plain-rows">
      {threads
        .map(({ data: thread }) => ({ ...thread, id: idFromBytes("thread", thread.threadId) }))
        .map((thread) => (
          <li key={thread.id} class="row">
            <Icon name="thread" />
            <a class="grow cut" href={`/t/${thread.id}`}>
              <bdi>{thread.label === "" ? t("library.unnamedThread") : thread.label}</bdi>
            </a>
            <span class="small muted no-phone">{formatAge(new Date(thread.modifiedAt))}</span>
          </li>
        ))}
    </ul>
  );
}
