import { useEffect } from "preact/hooks";
import { type Entry, invalidate, query, useQuery } from "../../data/cache.ts";
import type { DataOf } from "../../data/client.ts";

/** Documents per request. */
export const PER_PAGE = 100;
/** Pauses between two reads while a document is being read, in milliseconds. */
const [FIRST_PAUSE_MS, LAST_PAUSE_MS] = [2_000, 15_000];
const SLOWER = 1.5;
const CLOSED: ReadonlySet<string> = new Set(["ready", "failed", "deleted"]);

/** One page of a collection's documents. It is read again while the service reads one of them. */
export function usePage(
  collectionId: string,
  sort: string,
  page: number,
): Entry<DataOf<"GET", "/v1/collection/{collectionID}/assets">> {
  const entry = useQuery(
    query("/v1/collection/{collectionID}/assets", {
      params: { collectionID: collectionId },
      query: { limit: PER_PAGE, offset: page * PER_PAGE, sort },
    }),
  );
  const isBusy = entry.data?.result.entities.some(({ data }) => !CLOSED.has(data.lifecycleState)) ?? false;
  useEffect(() => {
    if (!isBusy) return;
    let pause: number = FIRST_PAUSE_MS;
    let timer = 0;
    const again = (): void => {
      if (document.visibilityState === "visible") invalidate(collectionId);
      pause = Math.min(pause * SLOWER, LAST_PAUSE_MS);
      timer = window.setTimeout(again, pause);
    };
    timer = window.setTimeout(again, pause);
    return () => window.clearTimeout(timer);
  }, [isBusy, collectionId]);
  return entry;
}
