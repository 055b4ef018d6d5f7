import type { VNode } from "preact";
import { type Query, useQuery } from "../../data/cache.ts";
import { client, type DataOf } from "../../data/client.ts";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Icon } from "../../parts/icon/icon.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { placeWords } from "../../reader/place-words.ts";
import { t } from "../../words/t.ts";
import { MatchedText } from "./matched-text.tsx";
import { NoHits } from "./no-hits.tsx";
import { splitHits } from "./split-hits.ts";

type Found = DataOf<"POST", "/v1/search">;
type Hit = Found["passages"][number];

const LIMIT = 50;

/** Passages with their matched words marked, and after them the few that are only close in meaning. */
export function WordHits({ q, within }: { q: string; within: string }): VNode {
  const { data, error } = useQuery(passages(q, within));
  if (error !== null && data === null) return <ErrorState error={error} />;
  if (data === null) return <Skeleton lines={6} />;
  if (data.passages.length === 0) return <NoHits q={q} within={within} tab="words" />;
  const { withWords, close } = splitHits(data.passages);
  return (
    <div class="search-hits">
      <p class="small muted" role="status">
        {withWords.length === 0
          ? t("search.noWords", { query: q })
          : t("search.count", { count: withWords.length })}
        {data.hasMore && ` · ${t("search.more")}`}
        {data.truncated && ` · ${t("search.truncated")}`}
      </p>
      <Groups hits={withWords} />
      {close.length > 0 && (
        <>
          <p class="small muted search-close">{t("search.close")}</p>
          <Groups hits={close} />
        </>
      )}
    </div>
  );
}

/** Hits by document, in the order of the best hit of each. */
function Groups({ hits: all }: { hits: readonly Hit[] }): VNode {
  return (
    <>
      {[...Map.groupBy(all, ({ assetId }) => assetId)].map(([assetId, hits]) => (
        <section key={assetId} class="search-document">
          <h2 class="row">
            <Icon name="document" />
            <a class="cut" href={`/d/${assetId}`}>
              <bdi>{hits[0]?.displayName}</bdi>
            </a>
          </h2>
          <ul>
            {hits.map((hit) => (
              <li key={hit.chunkId}>
                <a class="search-hit" href={addressOf(hit)}>
                  {hit.locator !== null && <span class="small muted">{placeWords(hit.locator)}</span>}
                  <bdi class="search-text">
                    <MatchedText text={hit.text} words={hit.matched} />
                  </bdi>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

const addressOf = ({ assetId, version, start, end }: Hit): string =>
  `/d/${assetId}?v=${version}&at=${start}-${end}`;

function passages(q: string, within: string): Query<Found> {
  const collectionIds = within === "" ? [] : [within];
  return {
    key: `search ${JSON.stringify([q, within])}`,
    ids: collectionIds,
    read: async () =>
      (await client.request("POST", "/v1/search", { body: { query: q, limit: LIMIT, collectionIds } })).data,
  };
}
