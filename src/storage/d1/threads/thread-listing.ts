import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { Page, SortTerm } from "../../../domain/page.ts";
import type { RecentThreadSortField, ThreadSortField } from "../../../domain/thread-sort.ts";
import { listOf, mayOnPath } from "../core/access.ts";
import type { Database, Rows } from "../core/database.ts";
import { mayDelete } from "../collections/tombstones.ts";
import { collections } from "../schema/collections.ts";
import { threads } from "../schema/threads.ts";
import { findGrantsOn } from "../assets/visible-assets.ts";

export type ListedThreadRow = Rows<{ shown: ReturnType<typeof findListedThreads> }>["shown"][number];

const COLUMN_OF: Record<ThreadSortField, string> = {
  label: "label",
  createdAt: "thread_created_at",
  modifiedAt: "thread_modified_at",
};
const INDEX_OF: Record<ThreadSortField, string> = {
  label: "label",
  createdAt: "creation",
  modifiedAt: "change",
};

export interface ThreadListing extends Page {
  readonly collectionId: string;
  /** Contains at least one element. */
  readonly sort: readonly SortTerm<ThreadSortField>[];
}

/**
 * A page of threads whose home is the collection or that it links, and their total number. Also returns the
 * collections that hold them (this one first) and the actor's grants. The caller checks that the actor may
 * read the collection, which permits reading all its threads.
 */
export function selectCollectionThreads(
  db: Database,
  actor: SQL,
  { collectionId, sort, limit, offset }: ThreadListing,
) {
  const [first] = sort;
  const by =
    first === undefined
      ? sql``
      : sql`INDEXED BY ${sql.identifier(`thread_places_by_${INDEX_OF[first.field]}`)}`;
  const page = sql`SELECT tp.thread_id AS id FROM thread_places tp ${by} WHERE tp.collection_id = ${collectionId} AND tp.listed = 1
    ORDER BY ${threadOrder("tp", "thread_id", sort)} LIMIT ${limit} OFFSET ${offset}`;
  return {
    total: db.build.all<{ readonly count: number }>(
      sql`SELECT thread_count AS count FROM collections WHERE id = ${collectionId}`,
    ),
    ...findThreadsWithPlaces(db, actor, page, sql`SELECT ${collectionId} UNION ALL`),
  };
}

/** Deleted threads of a collection to examine at most. */
const DELETED_SEEN = 1_000;

/** Like `selectCollectionThreads`, for deleted threads with this home that the actor may still restore. */
export function selectDeletedThreads(
  db: Database,
  actor: SQL,
  { collectionId, sort, limit, offset }: ThreadListing,
  now: Date,
) {
  const bin = sql`SELECT tp.thread_id, tp.label, tp.thread_created_at, tp.thread_modified_at FROM (SELECT * FROM thread_places
      WHERE collection_id = ${collectionId} AND listed = 0 ORDER BY thread_modified_at DESC, thread_id DESC LIMIT ${DELETED_SEEN}) tp
    CROSS JOIN threads dr ON dr.id = tp.thread_id AND dr.home_collection_id = ${collectionId} AND dr.purge_at > ${now.getTime()}
    WHERE ${mayDelete("thread", actor)}`;
  const page = sql`SELECT bin.thread_id AS id FROM (${bin}) bin ORDER BY ${threadOrder("bin", "thread_id", sort)} LIMIT ${limit} OFFSET ${offset}`;
  return {
    total: db.build.all<{ readonly count: number }>(sql`SELECT count(*) AS count FROM (${bin})`),
    ...findThreadsWithPlaces(db, actor, page, sql`SELECT ${collectionId} UNION ALL`, "deleted"),
  };
}

/** A group of the actor's recent threads that the same collections list. */
export interface RecentPlace {
  /** Names the collections that list the threads, or one thread. */
  readonly places: string;
  /** Number of threads. */
  readonly count: number;
  /**
   * Path of one of the collections; for a single thread, of a readable one. Null if no such collection is
   * active.
   */
  readonly path: string | null;
}

/**
 * The groups of the actor's recent threads, readable or not, one row per collection, with the actor's grants
 * on these collections.
 */
export function findRecentPlaces(db: Database, actor: SQL) {
  const counted = (which: SQL): SQL =>
    sql`(SELECT places, threads FROM recent_thread_counts WHERE user_id = ${actor} AND ${which}) counted`;
  const pathOf = (id: SQL): SQL =>
    sql`(SELECT nc.path FROM collections nc WHERE nc.id = ${id} AND nc.lifecycle_state = 'active')`;
  const readable = sql`(SELECT oc.path FROM thread_places tp CROSS JOIN collections oc ON oc.id = tp.collection_id AND oc.lifecycle_state = 'active'
    WHERE tp.thread_id = counted.places AND ${mayOnPath(actor, sql`oc.path`, "read")} LIMIT 1)`;
  // A value of `places` begins with "[", "col_" or "thread_".
  const places = sql`SELECT counted.places, counted.threads AS count, ${pathOf(sql`counted.places`)} AS path FROM ${counted(sql`places BETWEEN 'c' AND 'd'`)}
    UNION ALL SELECT counted.places, counted.threads, ${pathOf(sql`one.value`)} FROM ${counted(sql`places BETWEEN '[' AND 'c'`)}
      CROSS JOIN json_each(counted.places) one
    UNION ALL SELECT counted.places, counted.threads, ${readable} FROM ${counted(sql`places > 'd'`)}`;
  return {
    places: db.build.all<RecentPlace>(places),
    placeGrants: findGrantsOn(db, actor, sql`SELECT path FROM (${places}) WHERE path IS NOT NULL`),
  };
}

export interface RecentThreadPage extends Page {
  /** Contains at least one element. */
  readonly sort: readonly SortTerm<RecentThreadSortField>[];
}

const RECENT_COPIES: Partial<
  Record<RecentThreadSortField, { readonly column: string; readonly index: string }>
> = {
  recentAt: { column: "at", index: "recent_threads_newest" },
  label: { column: "label", index: "recent_threads_by_label" },
  createdAt: { column: "thread_created_at", index: "recent_threads_by_creation" },
  modifiedAt: { column: "changed_at", index: "recent_threads_by_change" },
};

const isSeen = (without: readonly string[]): SQL =>
  without.length === 0 ? sql`` : sql`AND rt.places NOT IN (SELECT value FROM ${listOf(without)})`;

/**
 * Ids of a page of recent threads. `without` lists values of `places` to exclude. An order by change alone
 * covers only rows with a copy of the change time.
 */
function recentPage(actor: SQL, { sort, limit, offset }: RecentThreadPage, without: readonly string[]): SQL {
  const [first] = sort;
  const copy = sort.length === 1 && first !== undefined ? RECENT_COPIES[first.field] : undefined;
  const by = copy === undefined ? sql`` : sql`INDEXED BY ${sql.identifier(copy.index)}`;
  const [changedAt, thread, isCopied] = !isByChange(sort)
    ? [sql``, sql``, sql``]
    : copy === undefined
      ? [
          sql`, ct.modified_at AS thread_modified_at`,
          sql`CROSS JOIN threads ct ON ct.id = rt.thread_id`,
          sql``,
        ]
      : [sql`, rt.changed_at AS thread_modified_at`, sql``, sql`AND rt.changed_at IS NOT NULL`];
  const held = sql`SELECT rt.thread_id AS id, rt.at AS recent_at, rt.label, rt.thread_created_at${changedAt} FROM recent_threads rt ${by} ${thread}
    WHERE rt.user_id = ${actor} AND rt.listed = 1 ${isCopied} ${isSeen(without)}`;
  return sql`SELECT held.id FROM (${held}) held ORDER BY ${threadOrder("held", "id", sort)} LIMIT ${limit} OFFSET ${offset}`;
}

const uncopied = (actor: SQL): SQL =>
  sql`recent_threads rt INDEXED BY recent_threads_by_change WHERE rt.user_id = ${actor} AND rt.listed = 1 AND rt.changed_at IS NULL`;

/**
 * Ids of a page in the order of changes alone. Sorts the rows with a copy of the change time up to the page's
 * end, together with all rows without a copy.
 */
function recentPageByChange(
  actor: SQL,
  { sort, limit, offset }: RecentThreadPage,
  without: readonly string[],
): SQL {
  const copied = recentPage(actor, { sort, limit: limit + offset, offset: 0 }, without);
  const ids = sql`SELECT id FROM (${copied}) UNION ALL SELECT rt.thread_id FROM ${uncopied(actor)} ${isSeen(without)}`;
  const held = sql`SELECT ct.id, ct.modified_at AS thread_modified_at FROM (${ids}) some CROSS JOIN threads ct ON ct.id = some.id`;
  return sql`SELECT held.id FROM (${held}) held ORDER BY ${threadOrder("held", "id", sort)} LIMIT ${limit} OFFSET ${offset}`;
}

/**
 * A recent thread that a page from the index by change would omit, because its row has no copy of the change
 * time.
 */
export function findLeftOut({ build }: Database, actor: SQL, { sort }: RecentThreadPage) {
  return build.all<{ readonly id: string }>(
    sql`SELECT rt.thread_id AS id FROM ${uncopied(actor)} LIMIT ${isByChange(sort) ? 1 : 0}`,
  );
}

/**
 * Ids of a page of the actor's recent threads, readable or not, without threads whose `places` are excluded.
 */
export function findRecentThreads(
  { build }: Database,
  actor: SQL,
  page: RecentThreadPage,
  without: readonly string[] = [],
) {
  const pageOf = page.sort.length === 1 && isByChange(page.sort) ? recentPageByChange : recentPage;
  return build.all<{ readonly id: string }>(pageOf(actor, page, without));
}

/**
 * A page of the actor's recent threads, readable or not, with the columns of `selectCollectionThreads`.
 * Requires `isFirstOfIndex`, because the statement searches the page twice.
 */
export function selectRecentPage(db: Database, actor: SQL, page: RecentThreadPage) {
  return findThreadsWithPlaces(db, actor, recentPage(actor, page, []), sql``);
}

/** Whether an index yields the page from its first entry. */
export function isFirstOfIndex({ sort: [first, ...more], offset }: RecentThreadPage): boolean {
  return first !== undefined && more.length === 0 && RECENT_COPIES[first.field] !== undefined && offset === 0;
}

/**
 * Whether the order uses the change time. Only rows of threads with few users copy it, because otherwise each
 * message would update the rows of all users.
 */
const isByChange = (sort: RecentThreadPage["sort"]): boolean =>
  sort.some(({ field }) => field === "modifiedAt");

/** These threads in order, readable or not, with the columns of `selectCollectionThreads`. */
export function selectNamedThreads(db: Database, actor: SQL, threadIds: readonly string[]) {
  return findThreadsWithPlaces(
    db,
    actor,
    sql`SELECT named.value AS id FROM ${listOf(threadIds)} named`,
    sql``,
  );
}

function findThreadsWithPlaces(
  db: Database,
  actor: SQL,
  page: SQL,
  besides: SQL,
  state: "active" | "deleted" = "active",
) {
  const held = sql`${besides} SELECT held.collection_id FROM (${page}) paged CROSS JOIN thread_places held ON held.thread_id = paged.id`;
  const isOne = sql`${collections.id} IN (${held}) AND ${collections.lifecycleState} = 'active'`;
  return {
    threads: findListedThreads(db, page, state),
    holding: db.build.select().from(collections).where(isOne),
    grants: findGrantsOn(db, actor, sql`SELECT path FROM collections WHERE ${isOne}`),
  };
}

/**
 * Threads in the order of `ids`, with their links as JSON `[collection id, flags]`, oldest first. `ids` is
 * SQL that yields rows with an `id`.
 */
function findListedThreads(db: Database, ids: SQL, state: "active" | "deleted") {
  const links = sql<string>`(SELECT json_group_array(json_array(held.collection_id, json(held.flags)))
    FROM (SELECT tl.collection_id, tl.flags FROM thread_collections tl WHERE tl.thread_id = "threads"."id" ORDER BY tl.id) held)`;
  return db.build
    .select({ ...getTableColumns(threads), links: links.as("links") })
    .from(sql`(${ids}) shown`)
    .crossJoin(threads)
    .where(sql`${threads.id} = shown.id AND ${threads.lifecycleState} = ${state}`);
}

/** `ORDER BY` terms over threads. Equal threads are ordered by id in the direction of the last term. */
function threadOrder(table: string, id: string, sort: readonly SortTerm<RecentThreadSortField>[]): SQL {
  const column = (name: string): SQL => sql`${sql.identifier(table)}.${sql.identifier(name)}`;
  const nameOf = (field: RecentThreadSortField): string =>
    field === "recentAt" ? "recent_at" : COLUMN_OF[field];
  const terms = [
    ...sort.map(({ field, descending }) => ({ name: nameOf(field), descending })),
    { name: id, descending: sort.at(-1)?.descending },
  ];
  return sql.join(
    terms.map(({ name, descending }) => (descending === true ? sql`${column(name)} DESC` : column(name))),
    sql`, `,
  );
}
