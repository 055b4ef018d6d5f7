import { sql, type SQL } from "drizzle-orm";
import type { AssetSortField } from "../../../domain/asset-sort.ts";
import type { Page } from "../../../domain/listing.ts";

interface RankedPage extends Page {
  readonly collectionId: string;
  readonly field: AssetSortField;
  /** Of links, by which the order goes. */
  readonly column: string;
  readonly descending: boolean;
  /** The order's name in `asset_ranks` and at the end of its index. */
  readonly ordering: string;
}

/** On this level of `asset_ranks` a search begins: its entries are about 32,768 apart. */
const TOP_LEVEL = 5;

/** Before everything else in the order. */
const LOWEST = { text: sql`''`, number: sql`-9223372036854775808` };

const isText = (field: AssetSortField): boolean => field === "displayName" || field === "contentType";

/**
 * A page far behind the start: the search moves along the ranks of the order, from level to level, until some eight assets are left to be
 * skipped. What is in descending order is found from the other end, and read backwards from there.
 */
export function rankedPage(listing: RankedPage): SQL {
  const { collectionId, column, descending, ordering, limit, offset } = listing;
  const key = sql`ac.${sql.identifier(column)}`;
  const links = sql`asset_collections ac INDEXED BY ${sql.identifier(`asset_collections_by_${ordering}`)}
    WHERE ac.collection_id = ${collectionId} AND ac.listed = 1`;
  const behindSpot = sql`${links} AND (${key}, ac.asset_id) > (SELECT spot.key, spot.asset_id FROM spot) ORDER BY ${key}, ac.asset_id`;
  const left = sql`(SELECT wanted.skipped FROM wanted) - (SELECT spot.place FROM spot)`;
  const start = sql`WITH RECURSIVE wanted(skipped) AS MATERIALIZED (SELECT ${descending ? beforeFirst(listing) : sql`${offset}`}), ${walkOf(listing)},
    spot AS MATERIALIZED (SELECT walk.key, walk.asset_id, walk.place FROM walk WHERE walk.level = 0)`;
  if (!descending) return sql`${start} SELECT ac.asset_id AS id, ac.holders FROM ${behindSpot} LIMIT ${limit} OFFSET ${left}`;
  return sql`${start}, first AS MATERIALIZED (SELECT ${key} AS key, ac.asset_id FROM ${behindSpot} LIMIT 1 OFFSET ${left})
    SELECT ac.asset_id AS id, ac.holders FROM ${links} AND (SELECT wanted.skipped FROM wanted) >= 0
      AND (${key}, ac.asset_id) <= (SELECT coalesce(first.key, NULL), coalesce(first.asset_id, NULL) FROM first)
    ORDER BY ${key} DESC, ac.asset_id DESC LIMIT ${limit}`;
}

/** How many stand before the first of a page of the turned order; less than 0 when there is no such page. */
function beforeFirst({ collectionId, offset }: RankedPage): SQL {
  return sql`(SELECT held.asset_count - ${offset} - 1 FROM collections held WHERE held.id = ${collectionId})`;
}

/**
 * A row for each step; the last has level 0, and the last asset that is skipped as a whole: `place` says how many that makes. `next` is the
 * entry that follows on the level, as JSON: the step goes there if it is not too far, else down.
 */
function walkOf({ collectionId, field, ordering }: RankedPage): SQL {
  const lowest = isText(field) ? LOWEST.text : LOWEST.number;
  const nextOf = (level: SQL, key: SQL, assetId: SQL): SQL => sql`(SELECT json_array(ar.key, ar.asset_id, ar.span) FROM asset_ranks ar
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
