import { testEnv } from "../setup/env.ts";

const COLUMNS =
  "asset_id, links, display_name, content_type, file_size, asset_created_at, asset_modified_at, holders";
const ALONG = `json_each('["' || replace(rtrim(held.path, '/'), '/', '","') || '"]')`;
/** For an incomplete list, checks only the complete first part of the list. */
const IS_LISTED = (asset: string): string =>
  `(list.subtree_listed_to IS NULL OR ${asset} <= list.subtree_listed_to)`;

/**
 * The differences between an organization's subtree lists and its links: missing rows, extra rows, and wrong
 * counts.
 */
export async function subtreeListErrors(organizationId: string): Promise<unknown[]> {
  const right = `SELECT list.id AS collection_id, a.id AS asset_id, count(*) AS links, a.display_name, a.content_type, a.file_size, a.created_at AS asset_created_at,
      a.modified_at AS asset_modified_at, a.holders FROM collections held CROSS JOIN ${ALONG} way
    CROSS JOIN collections list ON list.id = way.value AND list.lifecycle_state = held.lifecycle_state
    CROSS JOIN asset_collections ac ON ac.collection_id = held.id
    CROSS JOIN assets a ON a.id = ac.asset_id AND a.lifecycle_state <> 'deleted' AND ${IS_LISTED("a.id")}
    WHERE held.organization_id = ?1 GROUP BY list.id, a.id`;
  const kept = `SELECT sa.collection_id, ${COLUMNS} FROM collections list CROSS JOIN subtree_assets sa ON sa.collection_id = list.id AND ${IS_LISTED("sa.asset_id")}
    WHERE list.organization_id = ?1`;
  const counts = `SELECT id, subtree_count FROM collections list WHERE organization_id = ?1
    AND subtree_count <> (SELECT count(*) FROM subtree_assets sa WHERE sa.collection_id = list.id)`;
  const batch = [
    `SELECT * FROM (${right}) EXCEPT SELECT * FROM (${kept})`,
    `SELECT * FROM (${kept}) EXCEPT SELECT * FROM (${right})`,
    counts,
  ];
  const results = await testEnv.DB.batch(
    batch.map((query) => testEnv.DB.prepare(query).bind(organizationId)),
  );
  return results.flatMap(({ results: rows }, at) =>
    rows.map((row) => ({ is: ["missing", "too much", "miscounted"][at], row })),
  );
}
