import type { Page, SortTerm } from "../../domain/page.ts";
import type { RecentThreadSortField } from "../../domain/thread-sort.ts";
import { type SQL, userOf } from "../../storage/d1/core/access.ts";
import type { EffectiveGrant } from "../../storage/d1/assets/visible-assets.ts";
import {
  findLeftOut,
  findRecentPlaces,
  findRecentThreads,
  isFirstOfIndex,
  selectNamedThreads,
  selectRecentPage,
  type RecentPlace,
  type RecentThreadPage,
} from "../../storage/d1/threads/thread-listing.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { collectionsAt, toCollectionViews } from "../collections/internal/collection-views.ts";
import { type ThreadList, toThreadList } from "./internal/thread-list.ts";

export interface ListRecentThreadsInput extends Page {
  /** Sort order. Empty means newest first. */
  readonly sort: readonly SortTerm<RecentThreadSortField>[];
}

const NEWEST_FIRST: SortTerm<RecentThreadSortField> = { field: "recentAt", descending: true };

/**
 * Lists the newest 1,000 threads that the caller created or wrote in. Omits threads that the caller may no
 * longer read. The query for the returned rows checks access again.
 */
export async function listRecentThreads(
  ctx: Context,
  { sort, ...page }: ListRecentThreadsInput,
): Promise<ThreadList> {
  const wanted = { ...page, sort: sort.length === 0 ? [NEWEST_FIRST] : sort };
  const me = actorSql(ctx);
  const places = findRecentPlaces(ctx.db, me);
  // Usually the caller may still read all these threads, so the first query also reads the rows of the page.
  if (isFirstOfIndex(wanted)) {
    const leftOut = findLeftOut(ctx.db, me, wanted);
    const { actor, rows } = await readAsUser(ctx, {
      ...places,
      ...selectRecentPage(ctx.db, me, wanted),
      leftOut,
    });
    const { count, lost } = countReadable(rows.places, rows.placeGrants);
    return lost.length + rows.leftOut.length === 0
      ? toThreadList({ ...rows, count })
      : await showWithout(ctx, userOf(actor.id), { wanted, count, lost });
  }
  const { actor, rows } = await readAsUser(ctx, {
    ...places,
    expected: findRecentThreads(ctx.db, me, wanted),
  });
  const { count, lost } = countReadable(rows.places, rows.placeGrants);
  const viewer = userOf(actor.id);
  return lost.length === 0
    ? await showThreads(ctx, viewer, { count, page: rows.expected })
    : await showWithout(ctx, viewer, { wanted, count, lost });
}

interface SeenAndLost {
  readonly wanted: RecentThreadPage;
  readonly count: number;
  readonly lost: readonly string[];
}

async function showWithout(
  { db }: Pick<Context, "db">,
  viewer: SQL,
  { wanted, count, lost }: SeenAndLost,
): Promise<ThreadList> {
  const { page } =
    count === 0 ? { page: [] } : await db.read({ page: findRecentThreads(db, viewer, wanted, lost) });
  return await showThreads({ db }, viewer, { count, page });
}

async function showThreads(
  { db }: Pick<Context, "db">,
  viewer: SQL,
  { count, page }: { readonly count: number; readonly page: readonly { readonly id: string }[] },
): Promise<ThreadList> {
  if (page.length === 0) return { count, threads: [], collections: [] };
  const ids = page.map(({ id }) => id);
  return toThreadList({ ...(await db.read(selectNamedThreads(db, viewer, ids))), count });
}

/**
 * Counts the listed threads that the caller may read, and returns the groups of collections that the caller
 * may no longer read.
 */
function countReadable(
  rows: readonly RecentPlace[],
  grants: readonly EffectiveGrant[],
): { readonly count: number; readonly lost: string[] } {
  const paths = rows.flatMap(({ path }) => path ?? []);
  const readable = new Set(
    [...toCollectionViews(collectionsAt(paths), grants).values()].map(({ path }) => path),
  );
  const all = new Map(rows.map(({ places, count }) => [places, count]));
  const seen = new Set(
    rows.flatMap(({ places, path }) => (path !== null && readable.has(path) ? [places] : [])),
  );
  const count = [...seen].reduce((sum, places) => sum + (all.get(places) ?? 0), 0);
  return { count, lost: [...all.keys()].filter((places) => !seen.has(places)) };
}
