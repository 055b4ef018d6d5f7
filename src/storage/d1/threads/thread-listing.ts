import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { Page, SortTerm } from "../../../domain/listing.ts";
import { RECENT_THREADS_SEEN, type RecentThreadSortField, type ThreadSortField } from "../../../domain/thread-sort.ts";
import { listOf, mayOnPath } from "../core/access.ts";
import type { Database, Rows } from "../core/database.ts";
import { mayDelete } from "../collections/tombstones.ts";
import { collections } from "../schema/collections.ts";
import { threads } from "../schema/threads.ts";
import { findGrantsOn } from "../assets/shown-assets.ts";

export type ListedThreadRow = Rows<{ shown: ReturnType<typeof findListedThreads> }>["shown"][number];

const COLUMN_OF: Record<ThreadSortField, string> = { label: "label", createdAt: "thread_created_at", modifiedAt: "thread_modified_at" };
const INDEX_OF: Record<ThreadSortField, string> = { label: "label", createdAt: "creation", modifiedAt: "change" };

export interface ThreadListing extends Page {
  readonly collectionId: string;
  /** At least one. */
  readonly sort: readonly SortTerm<ThreadSortField>[];
}

/**
 * A page of the threads whose home a collection is, or that are linked into it, with how many there are, the collections (that one first of all)
 * that hold them, readable or not, and the actor's grants. Who may read the collection may read all of them; whether they may, the caller checks.
 */
export function listCollectionThreads(db: Database, actor: SQL, { collectionId, sort, limit, offset }: ThreadListing) {
  const [first] = sort;
  const by = first === undefined ? sql`` : sql`INDEXED BY ${sql.identifier(`thread_places_by_${INDEX_OF[first.field]}`)}`;
  const page = sql`SELECT tp.thread_id AS id FROM thread_places tp ${by} WHERE tp.collection_id = ${collectionId} AND tp.listed = 1
    ORDER BY ${threadOrder("tp", "thread_id", sort)} LIMIT ${limit} OFFSET ${offset}`;
  return {
    total: db.build.all<{ readonly count: number }>(sql`SELECT thread_count AS count FROM collections WHERE id = ${collectionId}`),
    ...findThreadsWithPlaces(db, actor, page, sql`SELECT ${collectionId} UNION ALL`),
  };
}

/** So many deleted threads of a collection are looked at. */
const DELETED_SEEN = 1_000;

/** The same of the deleted threads that are at home there and that the actor may restore, as long as that can be done. */
export function listDeletedThreads(db: Database, actor: SQL, { collectionId, sort, limit, offset }: ThreadListing, now: Date) {
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

/** A place where one of the newest recent threads is listed. */
export interface RecentPlace {
  readonly id: string;
  readonly collectionId: string;
}

/** So many places of recent threads are handed out. */
export const RECENT_PLACES_SEEN = 4 * RECENT_THREADS_SEEN;

const NEWEST_RECENT = sql`ORDER BY at DESC, thread_id DESC LIMIT ${RECENT_THREADS_SEEN}`;

/** Where the actor's newest recent threads are listed, readable or not, in the order of the threads; one row more than the limit when there are more. */
export function findRecentPlaces({ build }: Database, actor: SQL, sort: readonly SortTerm<RecentThreadSortField>[]) {
  const isNewestFirst = sort.length === 1 && sort[0]?.field === "recentAt" && sort[0].descending;
  return build.all<RecentPlace>(sql`SELECT held.id, held.collection_id AS collectionId
    FROM (SELECT tp.thread_id AS id, tp.collection_id, tp.label, tp.thread_created_at, tp.thread_modified_at, rt.at AS recent_at
      FROM (SELECT thread_id, at FROM recent_threads WHERE user_id = ${actor} ${NEWEST_RECENT}) rt
      CROSS JOIN thread_places tp ON tp.thread_id = rt.thread_id AND tp.listed = 1) held
    ${isNewestFirst ? sql`` : sql`ORDER BY ${threadOrder("held", "id", sort)}`} LIMIT ${RECENT_PLACES_SEEN + 1}`);
}

/** The paths of active collections, readable or not, and the actor's grants on them. */
export function findPathsOf(db: Database, actor: SQL, collectionIds: readonly string[]) {
  const named = sql`FROM ${listOf(collectionIds)} named CROSS JOIN collections nc ON nc.id = named.value AND nc.lifecycle_state = 'active'`;
  return {
    paths: db.build.all<{ readonly path: string }>(sql`SELECT nc.path ${named}`),
    pathGrants: findGrantsOn(db, actor, sql`SELECT nc.path ${named}`),
  };
}

export interface RecentThreads {
  readonly count: number;
  /** JSON array of ids. */
  readonly page: string;
}

/** Of the actor's newest recent threads, however many places list them, those that they may read now: how many, and the ids of a page. */
export function findRecentThreads(
  { build }: Database,
  actor: SQL,
  sort: readonly SortTerm<RecentThreadSortField>[],
  { limit, offset }: Page,
) {
  const page = sql`SELECT json_group_array(id) FROM (SELECT may.id FROM may ORDER BY ${threadOrder("may", "id", sort)}
    LIMIT ${limit} OFFSET ${offset})`;
  return build.all<RecentThreads>(sql`WITH me(id) AS MATERIALIZED (SELECT ${actor}),
      held AS MATERIALIZED (SELECT tp.thread_id AS id, tp.collection_id, tp.label, tp.thread_created_at, tp.thread_modified_at, rt.at AS recent_at
        FROM (SELECT thread_id, at FROM recent_threads WHERE user_id = (SELECT id FROM me) ${NEWEST_RECENT}) rt
        CROSS JOIN thread_places tp ON tp.thread_id = rt.thread_id AND tp.listed = 1),
      open(id) AS MATERIALIZED (SELECT oc.id FROM (SELECT DISTINCT collection_id AS id FROM held) holder
        CROSS JOIN collections oc ON oc.id = holder.id AND oc.lifecycle_state = 'active' WHERE ${mayOnPath(sql`(SELECT id FROM me)`, sql`oc.path`, "read")}),
      may AS MATERIALIZED (SELECT * FROM held WHERE collection_id IN (SELECT id FROM open) GROUP BY id)
    SELECT (SELECT count(*) FROM may) AS count, (${page}) AS page`);
}

/** These threads, in their order, readable or not, as `listCollectionThreads` has them. */
export function listNamedThreads(db: Database, actor: SQL, threadIds: readonly string[]) {
  return findThreadsWithPlaces(db, actor, sql`SELECT named.value AS id FROM ${listOf(threadIds)} named`, sql``);
}

function findThreadsWithPlaces(db: Database, actor: SQL, page: SQL, besides: SQL, state: "active" | "deleted" = "active") {
  const held = sql`${besides} SELECT held.home_collection_id FROM (${page}) paged CROSS JOIN threads held ON held.id = paged.id
    UNION ALL SELECT hl.collection_id FROM (${page}) paged CROSS JOIN thread_collections hl ON hl.thread_id = paged.id`;
  const isOne = sql`${collections.id} IN (${held}) AND ${collections.lifecycleState} = 'active'`;
  return {
    threads: findListedThreads(db, page, state),
    holding: db.build.select().from(collections).where(isOne),
    grants: findGrantsOn(db, actor, sql`SELECT path FROM collections WHERE ${isOne}`),
  };
}

/** Threads in the order of `ids`, which yields an `id` for each, with their links: JSON `[collection id, flags]` of each, the oldest first. */
function findListedThreads(db: Database, ids: SQL, state: "active" | "deleted") {
  const links = sql<string>`(SELECT json_group_array(json_array(held.collection_id, json(held.flags)))
    FROM (SELECT tl.collection_id, tl.flags FROM thread_collections tl WHERE tl.thread_id = "threads"."id" ORDER BY tl.id) held)`;
  return db.build
    .select({ ...getTableColumns(threads), links: links.as("links") })
    .from(sql`(${ids}) shown`)
    .crossJoin(threads)
    .where(sql`${threads.id} = shown.id AND ${threads.lifecycleState} = ${state}`);
}

/** `ORDER BY` terms, ties by id in the direction of the last. */
function threadOrder(table: string, id: string, sort: readonly SortTerm<RecentThreadSortField>[]): SQL {
  const column = (name: string): SQL => sql`${sql.identifier(table)}.${sql.identifier(name)}`;
  const nameOf = (field: RecentThreadSortField): string => (field === "recentAt" ? "recent_at" : COLUMN_OF[field]);
  const terms = [
    ...sort.map(({ field, descending }) => ({ name: nameOf(field), descending })),
    { name: id, descending: sort.at(-1)?.descending },
  ];
  return sql.join(
    terms.map(({ name, descending }) => (descending === true ? sql`${column(name)} DESC` : column(name))),
    sql`, `,
  );
}
