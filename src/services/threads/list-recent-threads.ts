import { parseStrings } from "../../domain/asset.ts";
import type { Page, SortTerm } from "../../domain/listing.ts";
import type { RecentThreadSortField } from "../../domain/thread-sort.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import { findRecentThreads, listNamedThreads } from "../../storage/d1/threads/thread-listing.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { type ThreadList, toThreadList } from "./seen-threads.ts";

export interface ListRecentThreadsInput extends Page {
  /** Empty: newest first. */
  readonly sort: readonly SortTerm<RecentThreadSortField>[];
}

const NEWEST_FIRST: SortTerm<RecentThreadSortField> = { field: "recentAt", descending: true };

/** The threads that the caller made or wrote in, as far as they may read them now, of the newest 1,000. Rights are asked again with what is shown. */
export async function listRecentThreads(ctx: Context, { sort, limit, offset }: ListRecentThreadsInput): Promise<ThreadList> {
  const { db } = ctx;
  const order = sort.length === 0 ? [NEWEST_FIRST] : sort;
  const { actor, rows } = await readAsUser(ctx, { recent: findRecentThreads(db, actorSql(ctx), order, { limit, offset }) });
  const { count = 0, page = "[]" } = rows.recent[0] ?? {};
  const ids = parseStrings(page);
  if (ids.length === 0) return { count, threads: [], collections: [] };
  return toThreadList({ ...(await db.read(listNamedThreads(db, userOf(actor.id), ids))), count });
}
