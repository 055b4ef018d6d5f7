import type { VNode } from "preact";
import { type Query, useQuery } from "../../data/cache.ts";
import { client, type DataOf } from "../../data/client.ts";
import { pathTo, useCollectionTree } from "../../data/collection-tree.ts";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Icon } from "../../parts/icon/icon.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { formatAge } from "../../words/formats.ts";
import { t } from "../../words/t.ts";
import { MatchedText } from "./matched-text.tsx";
import { NoHits } from "./no-hits.tsx";

type Found = DataOf<"POST", "/v1/threads/search">;
type Hit = Found["threads"][number];

const LIMIT = 50;

/** Threads whose title or messages have the words, with the matching messages of each. */
export function ThreadHits({ q, within }: { q: string; within: string }): VNode {
  const { data, error } = useQuery(threads(q, within));
  if (error !== null && data === null) return <ErrorState error={error} />;
  if (data === null) return <Skeleton lines={6} />;
  if (data.threads.length === 0) return <NoHits q={q} within={within} tab="threads" />;
  return (
    <div class="search-hits">
      <p class="small muted" role="status">
        {t("search.threadCount", { count: data.threads.length })}
        {(data.hasMore || data.truncated) && ` · ${t("search.truncated")}`}
      </p>
      {data.threads.map((hit) => (
        <ThreadHit key={hit.threadId} hit={hit} />
      ))}
    </div>
  );
}

function ThreadHit({
  hit: { threadId, label, matched, collectionIds, messages, modifiedAt },
}: {
  hit: Hit;
}): VNode {
  const { tree } = useCollectionTree();
  const place = pathTo(tree, collectionIds[0] ?? "").map((node) => node.label);
  return (
    <section class="search-document">
      <h2 class="row">
        <Icon name="thread" />
        <a class="cut" href={`/t/${threadId}`} title={label}>
          <bdi>{label === "" ? t("threads.untitled") : <MatchedText text={label} words={matched} />}</bdi>
        </a>
      </h2>
      <p class="small muted search-place">
        <bdi>{place.join(" / ")}</bdi>
        {` · ${formatAge(new Date(modifiedAt))}`}
      </p>
      <ul>
        {messages.map((message) => (
          <li key={message.messageId}>
            <a class="search-hit" href={`/t/${threadId}?m=${message.messageId}`}>
              <span class="small muted">{formatAge(new Date(message.createdAt))}</span>
              <bdi class="search-text">
                <MatchedText text={message.excerpt} words={message.matched} />
              </bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function threads(q: string, within: string): Query<Found> {
  const collectionIds = within === "" ? [] : [within];
  return {
    key: `threads ${JSON.stringify([q, within])}`,
    ids: collectionIds,
    read: async () =>
      (
        await client.request("POST", "/v1/threads/search", {
          body: { query: q, limit: LIMIT, collectionIds },
        })
      ).data,
  };
}
