import { sql, type SQL } from "drizzle-orm";
import type { AssetSortField } from "../../../domain/asset-sort.ts";
import type { Page } from "../../../domain/page.ts";

interface RankedPage extends Page {
  readonly collectionId: string;
  readonly field: AssetSortField;
  /** Column of link rows that defines the order. */
  readonly column: string;
  readonly descending: boolean;
  /** The order's name in `asset_ranks` and in its index. */
  readonly ordering: string;
}

/** Level of `asset_ranks` at which the search starts. Entries of this level are about 32,768 assets apart. */
const TOP_LEVEL = 5;

/** Key that sorts before every other key. */
const LOWEST = { text: sql`''`, number: sql`-9223372036854775808` };

const isText = (field: AssetSortField): boolean => field === "displayName" || field === "contentType";

/**
 * A page far from the start of a list. The walk follows the order's ranks level by level, until about eight
 * assets remain to skip. For descending orders, the query searches from the other end and reads backward.
 */
export function rankPage(listing: RankedPage): SQL {
  const { collectionId, column, descending, ordering, limit, offset } = listing;
  const key = sql`ac.${sql.identifier(column)}`;
  const links = sql`asset_collections ac INDEXED BY ${sql.identifier(`asset_collections_by_${ordering}`)}
    WHERE ac.collection_id = ${collectionId} AND ac.listed = 1`;
  const behindSpot = sql`${links} AND (${key}, ac.asset_id) > (SELECT spot.key, spot.asset_id FROM spot) ORDER BY ${key}, ac.asset_id`;
  const left = sql`(SELECT wanted.skipped FROM wanted) - (SELECT spot.place FROM spot)`;
  const start = sql`WITH RECURSIVE wanted(skipped) AS MATERIALIZED (SELECT ${descending ? beforeFirst(listing) : sql`${offset}`}), ${walkOf(listing)},
    spot AS MATERIALIZED (SELECT walk.key, walk.asset_id, walk.place FROM walk WHERE walk.level = 0)`;
  if (!descending)
    return sql`${start} SELECT ac.asset_id AS id, ac.holders FROM ${behindSpot} LIMIT ${limit} OFFSET ${left}`;
  return sql`${start}, first AS MATERIALIZED (SELECT ${key} AS key, ac.asset_id FROM ${behindSpot} LIMIT 1 OFFSET ${left})
    SELECT ac.asset_id AS id, ac.holders FROM ${links} AND (SELECT wanted.skipped FROM wanted) >= 0
      AND (${key}, ac.asset_id) <= (SELECT coalesce(first.key, NULL), coalesce(first.asset_id, NULL) FROM first)
    ORDER BY ${key} DESC, ac.asset_id DESC LIMIT ${limit}`;
}

/** Number of entries before the page in the reversed order; negative if no such page exists. */
function beforeFirst({ collectionId, offset }: RankedPage): SQL {
  return sql`(SELECT held.asset_count - ${offset} - 1 FROM collections held WHERE held.id = ${collectionId})`;
}

/**
 * Yields one row per step of the walk. The last row has level 0 and names the last skipped asset; `place`
 * counts the skipped entries. `next` is the following entry of the level as JSON. If `next` is not beyond the
 * page, the walk goes there, otherwise down one level.
 */
function walkOf({ collectionId, field, ordering }: RankedPage): SQL {
  const lowest = isText(field) ? LOWEST.text : LOWEST.number;
  const nextOf = (
    level: SQL,
    key: SQL,
    assetId: SQL,
  ): SQL => sql`(SELECT json_array(ar.key, ar.asset_id, ar.span) FROM asset_ranks ar
    WHERE ar.collection_id = ${collectionId} AND ar.ordering = ${ordering} AND ar.level = ${level}
      AND (ar.key, ar.asset_id) > (${key}, ${assetId}) ORDER BY ar.key, ar.asset_id LIMIT 1)`;
  const goes = sql`coalesce(walk.place + (walk.next ->> 2) <= (SELECT wanted.skipped FROM wanted), 0)`;
  const [level, key, assetId] = [
    sql`walk.level - 1 + ${goes}`,
    sql`iif(${goes}, walk.next ->> 0, walk.key)`,
    sql`iif(${goes}, walk.next ->> 1, walk.asset_id)`,
  ];
  return sql`walk(level, key, asset_id, place, next) AS (
    SELECT ${sql.raw(`${TOP_LEVEL}`)}, ${lowest}, '', 0, ${nextOf(sql.raw(`${TOP_LEVEL}`), lowest, sql`''`)}
    UNION ALL SELECT ${level}, ${key}, ${assetId}, walk.place + iif(${goes}, walk.next ->> 2, 0), ${nextOf(level, key, assetId)}
    FROM walk WHERE walk.level > 0)`;
}
