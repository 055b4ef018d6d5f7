import { parseStrings } from "../../domain/asset.ts";
import type { Page, SortTerm } from "../../domain/listing.ts";
import type { RecentThreadSortField } from "../../domain/thread-sort.ts";
import { type SQL, userOf } from "../../storage/d1/core/access.ts";
import {
  findPathsOf,
  findRecentPlaces,
  findRecentThreads,
  listNamedThreads,
  RECENT_PLACES_SEEN,
  type RecentPlace,
} from "../../storage/d1/threads/thread-listing.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { placesAt, seenCollections } from "../collections/seen-collections.ts";
import { type ThreadList, toThreadList } from "./seen-threads.ts";

export interface ListRecentThreadsInput extends Page {
  /** Empty: newest first. */
  readonly sort: readonly SortTerm<RecentThreadSortField>[];
}

const NEWEST_FIRST: SortTerm<RecentThreadSortField> = { field: "recentAt", descending: true };

/** The threads that the caller made or wrote in, as far as they may read them now, of the newest 1,000. Rights are asked again with what is shown. */
export async function listRecentThreads(ctx: Context, { sort, limit, offset }: ListRecentThreadsInput): Promise<ThreadList> {
  const order = sort.length === 0 ? [NEWEST_FIRST] : sort;
  const { actor, rows } = await readAsUser(ctx, { places: findRecentPlaces(ctx.db, actorSql(ctx), order) });
  const viewer = userOf(actor.id);
  if (rows.places.length > RECENT_PLACES_SEEN) return await listFromManyPlaces(ctx, viewer, order, { limit, offset });
  const pageOf = (places: readonly RecentPlace[]): string[] => threadsOf(places).slice(offset, offset + limit);
  const homes = [...new Set(rows.places.map(({ collectionId }) => collectionId))];
  if (homes.length === 0) return NOTHING;
  // Mostly all of it may still be read: what would then be shown comes along.
  const expected = pageOf(rows.places);
  const { paths, pathGrants, ...shown } = await ctx.db.read({
    ...findPathsOf(ctx.db, viewer, homes),
    ...listNamedThreads(ctx.db, viewer, expected),
  });
  const readable = seenCollections(placesAt(paths.map(({ path }) => path)), pathGrants);
  const seen = rows.places.filter(({ collectionId }) => readable.has(collectionId));
  const [count, page] = [threadsOf(seen).length, pageOf(seen)];
  if (page.join() === expected.join()) return toThreadList({ ...shown, count });
  return await showThreads(ctx, viewer, { count, page });
}

const NOTHING: ThreadList = { count: 0, threads: [], collections: [] };

const threadsOf = (places: readonly RecentPlace[]): string[] => [...new Set(places.map(({ id }) => id))];

/** Threads that are linked into thousands of collections: these are not handed out, but looked at where they are. */
async function listFromManyPlaces(
  { db }: Pick<Context, "db">,
  viewer: SQL,
  order: ListRecentThreadsInput["sort"],
  wanted: Page,
): Promise<ThreadList> {
  const { recent } = await db.read({ recent: findRecentThreads(db, viewer, order, wanted) });
  const { count = 0, page = "[]" } = recent[0] ?? {};
  return await showThreads({ db }, viewer, { count, page: parseStrings(page) });
}

async function showThreads(
  { db }: Pick<Context, "db">,
  viewer: SQL,
  { count, page }: { count: number; page: string[] },
): Promise<ThreadList> {
  if (page.length === 0) return { ...NOTHING, count };
  return toThreadList({ ...(await db.read(listNamedThreads(db, viewer, page))), count });
}
