import { sql, type SQL } from "drizzle-orm";
import { isWithin, mayOnPath } from "../core/access.ts";
import { IS_HELD_TWICE } from "../schema/assets.ts";

/** Columns of link rows with sort directions. The last column is the asset's id. */
export type SortColumns = readonly { readonly column: string; readonly descending: boolean }[];

/** Index and method for reading a subtree list. `ordering` names an index of `subtree_assets`. */
export interface ListReading {
  readonly ordering: string;
  /**
   * Whether the query reads type by type, because the second field sorts in the opposite direction of the
   * types.
   */
  readonly isByType: boolean;
}

export interface SubtreePage {
  /** Null if no index of the subtree list fits the order. */
  readonly reading: ListReading | null;
  /** SQL that yields a user id. If the actor may not read the collection, the query reads nothing. */
  readonly actor: SQL;
  readonly collectionId: string;
  readonly order: SortColumns;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Largest end of a page that the query builds from the first assets of each collection. For later pages their
 * JSON would grow too large.
 */
const FROM_FIRSTS = 500;

/**
 * A page of the assets in a collection's subtree, each once, read from the subtree list. While that list is
 * incomplete, the query reads all collections of the subtree. `page` yields ids and `holders` of assets.
 */
export function subtreePage(listing: SubtreePage): { total: SQL; page: SQL } {
  const { collectionId, limit, offset } = listing;
  const isShort = limit + offset <= FROM_FIRSTS;
  const ids = isShort ? fromFirsts(listing) : fromAll(listing);
  const looked = sql`SELECT pa.id, pa.holders FROM (${ids}) paged CROSS JOIN assets pa ON pa.id = paged.id`;
  const total = sql`SELECT iif(held.subtree_listed_to IS NULL, held.subtree_count, (${countOf(listing)})) AS count
    FROM collections held WHERE held.id = ${collectionId}`;
  const { reading } = listing;
  if (reading === null) return { total, page: looked };
  const listed = reading.isByType
    ? fromTypes(listing, reading.ordering)
    : fromList(listing, reading.ordering);
  return {
    total,
    page: sql`SELECT id, holders FROM (${listed}) UNION ALL SELECT id, holders FROM (${looked})`,
  };
}

/** Reads one list entry per skipped or shown asset, independent of the subtree's size. */
function fromList({ actor, collectionId, order, limit, offset }: SubtreePage, ordering: string): SQL {
  return sql`SELECT ac.asset_id AS id, ac.holders FROM collections top
    CROSS JOIN subtree_assets ac INDEXED BY ${sql.identifier(`subtree_assets_by_${ordering}`)} ON ac.collection_id = top.id
    WHERE top.id = ${collectionId} AND top.subtree_listed_to IS NULL AND ${mayOnPath(actor, sql`top.path`, "read")}
    ORDER BY ${byColumns(order)} LIMIT ${limit} OFFSET ${offset}`;
}

/** Assets of one type that a step skips on the way to a late page. */
const SKIPPED_AT_ONCE = 200;

/**
 * Like `fromList`, but reads type by type. Each step yields `some`: the next assets of a type or the first of
 * the next type, as a JSON list of type, other field, asset and `holders`. `place` counts the entries before
 * `some`.
 */
function fromTypes({ actor, collectionId, order, limit, offset }: SubtreePage, ordering: string): SQL {
  const [types, within] = order;
  if (types === undefined || within === undefined) throw new Error("an order by type names another field");
  const [key, type] = [column(within.column), column("content_type")];
  const [behind, behindType] = [within, types].map(({ descending }) => sql.raw(descending ? "<" : ">"));
  const list = sql`subtree_assets ac INDEXED BY ${sql.identifier(`subtree_assets_by_${ordering}`)} WHERE ac.collection_id = ${collectionId}`;
  const someOf = (
    condition: SQL,
  ): SQL => sql`(SELECT nullif(json_group_array(json_array(few.type, few.key, few.id, few.holders)), '[]')
    FROM (SELECT ac.content_type AS type, ${key} AS key, ac.asset_id AS id, ac.holders FROM ${list} AND ${condition}
      ORDER BY ${directed(key, within.descending)}, ${directed(column("asset_id"), within.descending)}
      LIMIT ${Math.max(limit, Math.min(offset, SKIPPED_AT_ONCE))}) few)`;
  const firstOf = (others: SQL): SQL =>
    someOf(
      sql`${type} = (SELECT ac.content_type FROM ${list} ${others} ORDER BY ${directed(type, types.descending)} LIMIT 1)`,
    );
  const last = (at: number): SQL => sql`walk.some ->> '$[#-1][${sql.raw(`${at}`)}]'`;
  const next = someOf(sql`${type} = ${last(0)} AND (${key}, ac.asset_id) ${behind} (${last(1)}, ${last(2)})`);
  return sql`WITH RECURSIVE walk(place, some) AS (
      SELECT 0, ${firstOf(sql``)} FROM collections top WHERE top.id = ${collectionId} AND top.subtree_listed_to IS NULL AND ${mayOnPath(actor, sql`top.path`, "read")}
      UNION ALL SELECT walk.place + json_array_length(walk.some), coalesce(${next}, ${firstOf(sql`AND ${type} ${behindType} ${last(0)}`)})
      FROM walk WHERE walk.some IS NOT NULL AND walk.place + json_array_length(walk.some) < ${offset + limit})
    SELECT entry.value ->> 2 AS id, entry.value ->> 3 AS holders FROM walk CROSS JOIN json_each(walk.some) entry
    WHERE walk.place + entry.key >= ${offset} LIMIT ${limit}`;
}

/**
 * The active collections of the subtree that hold assets, as `below`. Yields none if the subtree list serves
 * the page.
 */
const below = ({
  actor,
  collectionId,
  reading,
}: Pick<SubtreePage, "actor" | "collectionId" | "reading">): SQL => {
  const isNeeded = reading === null ? sql`` : sql`AND top.subtree_listed_to IS NOT NULL`;
  return sql`collections top CROSS JOIN collections below
  ON ${isWithin(sql`below.path`, sql`top.path`)} AND below.lifecycle_state = 'active' AND below.asset_count > 0 AND top.id = ${collectionId}
  ${isNeeded} AND ${mayOnPath(actor, sql`top.path`, "read")}`;
};

/**
 * The sum of the collections' counts, minus repeated counts of assets in several collections. Such assets are
 * few and have a partial index.
 */
function countOf(listing: SubtreePage): SQL {
  const counted = below({ ...listing, reading: null });
  return sql`SELECT coalesce((SELECT sum(below.asset_count) FROM ${counted}), 0)
    - (SELECT count(*) - count(DISTINCT ac.asset_id) FROM ${counted}
        CROSS JOIN asset_collections ac ON ac.collection_id = below.id AND ac.listed = 1 AND ${IS_HELD_TWICE})`;
}

const directed = (value: SQL, descending: boolean): SQL => (descending ? sql`${value} DESC` : value);

const column = (name: string): SQL => sql`ac.${sql.identifier(name)}`;

/** `ORDER BY` terms over link rows aliased as `ac`. */
export const byColumns = (order: SortColumns): SQL =>
  sql.join(
    order.map((term) => directed(column(term.column), term.descending)),
    sql`, `,
  );

/** `ORDER BY` terms over the result of `keysOf`. */
const byKeys = (order: SortColumns, keys: SQL): SQL =>
  sql.join(
    order.map(({ descending }, at) => directed(sql`${keys} ->> ${sql.raw(`${at}`)}`, descending)),
    sql`, `,
  );

const keysOf = (order: SortColumns): SQL =>
  sql`json_array(${sql.join(
    order.map((term) => column(term.column)),
    sql`, `,
  )})`;

/**
 * Builds the page from the first assets of the collections whose first asset is among the smallest. The query
 * reads one entry per collection of the subtree, and one page of entries from as many collections as the page
 * has assets.
 */
function fromFirsts(listing: SubtreePage): SQL {
  const { order, limit, offset } = listing;
  const firstOf = (id: SQL, count: SQL): SQL => sql`SELECT ${keysOf(order)} AS keys FROM asset_collections ac
    WHERE ac.collection_id = ${id} AND ac.listed = 1 ORDER BY ${byColumns(order)} LIMIT ${count}`;
  const end = sql`${limit + offset}`;
  const chosen = sql`SELECT json_group_array(each_one.id) AS ids FROM (SELECT below.id, (${firstOf(sql`below.id`, sql`1`)}) AS keys
    FROM ${below(listing)}) each_one GROUP BY each_one.keys ORDER BY ${byKeys(order, sql`each_one.keys`)} LIMIT ${end}`;
  const entries = sql`json_each((SELECT json_group_array(json(some.keys)) FROM (${firstOf(sql`one.value`, end)}) some))`;
  const last = sql.raw(`${order.length - 1}`);
  return sql`SELECT entry.value ->> ${last} AS id FROM (${chosen}) firsts CROSS JOIN json_each(firsts.ids) one CROSS JOIN ${entries} entry
    GROUP BY entry.value ->> ${last} ORDER BY ${byKeys(order, sql`entry.value`)} LIMIT ${limit} OFFSET ${offset}`;
}

/** Builds the page from all links of the subtree. */
function fromAll(listing: SubtreePage): SQL {
  const { order, limit, offset } = listing;
  return sql`SELECT ac.asset_id AS id FROM ${below(listing)} CROSS JOIN asset_collections ac ON ac.collection_id = below.id AND ac.listed = 1
    GROUP BY ac.asset_id ORDER BY ${byColumns(order)} LIMIT ${limit} OFFSET ${offset}`;
}
