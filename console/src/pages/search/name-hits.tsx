import type { VNode } from "preact";
import { type Query, useQuery } from "../../data/cache.ts";
import { client, type DataOf } from "../../data/client.ts";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Icon } from "../../parts/icon/icon.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { formatAge } from "../../words/formats.ts";
import { t } from "../../words/t.ts";
import { MatchedText } from "./matched-text.tsx";
import { NoHits } from "./no-hits.tsx";

type Found = DataOf<"POST", "/v1/assets/search">;

const LIMIT = 100;

/** Documents whose name has the words. */
export function NameHits({ q, within }: { q: string; within: string }): VNode {
  const { data, error } = useQuery(documents(q, within));
  if (error !== null && data === null) return <ErrorState error={error} />;
  if (data === null) return <Skeleton lines={6} />;
  const { entities } = data.result;
  if (entities.length === 0) return <NoHits q={q} within={within} tab="names" />;
  return (
    <>
      {data.truncated && <p class="small muted search-hits">{t("search.truncated")}</p>}
      <ul class="plain-rows">
        {entities.map((entity) => (
          <li key={entity.data.id} class="row">
            <Icon name="document" />
            <a class="grow cut" href={`/d/${entity.data.id}`} title={entity.data.displayName}>
              <bdi>
                <MatchedText text={entity.data.displayName} words={q.split(/\s+/)} />
              </bdi>
            </a>
            <span class="small muted no-phone">{formatAge(new Date(entity.data.modifiedAt))}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function documents(q: string, within: string): Query<Found> {
  const body = {
    matchName: q,
    filterByCollections: within === "" ? [] : [within],
    pagination: { Limit: LIMIT },
  };
  return {
    key: `names ${JSON.stringify([q, within])}`,
    ids: within === "" ? [] : [within],
    read: async () => (await client.request("POST", "/v1/assets/search", { body })).data,
  };
}
