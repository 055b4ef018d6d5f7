import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import type { Page, SortTerm } from "../../domain/page.ts";
import type { ThreadSortField } from "../../domain/thread-sort.ts";
import { selectCollectionThreads, selectDeletedThreads } from "../../storage/d1/threads/thread-listing.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { type ThreadList, toThreadList } from "../threads/internal/thread-list.ts";
import { toCollectionViews } from "./internal/collection-views.ts";

export interface ListCollectionThreadsInput extends Page {
  readonly collectionId: Id<"col">;
  /** True to list the deleted records that the caller may restore, instead of the live records. */
  readonly deleted: boolean;
  /** Sort order. Empty means latest change first. */
  readonly sort: readonly SortTerm<ThreadSortField>[];
}

const NEWEST_CHANGE_FIRST: SortTerm<ThreadSortField> = { field: "modifiedAt", descending: true };

/**
 * Lists the threads whose home is the collection, and the threads linked into it.
 * @throws ServiceError `not_found` if the caller may not read the collection
 */
export async function listCollectionThreads(
  ctx: Context,
  input: ListCollectionThreadsInput,
): Promise<ThreadList> {
  const sort = input.sort.length === 0 ? [NEWEST_CHANGE_FIRST] : input.sort;
  const wanted = { ...input, sort };
  const queries = input.deleted
    ? selectDeletedThreads(ctx.db, actorSql(ctx), wanted, ctx.now)
    : selectCollectionThreads(ctx.db, actorSql(ctx), wanted);
  const { rows } = await readAsUser(ctx, queries);
  const readable = toCollectionViews(rows.holding, rows.grants);
  requireAction(readable.get(input.collectionId), "read", "collection");
  return toThreadList({ ...rows, count: rows.total[0]?.count ?? 0 });
}
