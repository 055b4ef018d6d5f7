import { sql, type SQL } from "drizzle-orm";
import { isActiveUser, isWithin, mayOnAsset } from "../core/access.ts";
import type { Database } from "../core/database.ts";
import { IS_HELD_TWICE } from "../schema/assets.ts";
import { askerAs } from "./answer-scope.ts";
import { isBelowRemoved, isRemoved, namedAssetIds, readableTops } from "./answer-scope-sql.ts";

/** A ready document with a text, which an answer may use. */
export interface ScopeDocument {
  readonly assetId: string;
  /** Version of the extracted text. */
  readonly version: string;
  readonly displayName: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Whether the prompt mentions the document or a collection that holds it. */
  readonly isMentioned: boolean;
}

/** The readable documents of an answer's scope. */
export interface ScopeDocuments {
  readonly newest: readonly ScopeDocument[];
  /** Number of documents, processed or not. An estimate if many documents are in several collections. */
  readonly total: number;
}

interface DocumentRow {
  id: string;
  version: string;
  name: string;
  made: number;
  state: string;
  mentioned: number;
  held: number;
  twice: number;
}

const MAX_DOCUMENTS = 13;
/**
 * Documents examined at most. Some have no text or appear in two collections, so this exceeds the number of
 * documents shown.
 */
const MAX_LOOKED_AT = 18;
/** Collections examined at most. */
const MAX_COLLECTIONS = 1_000;
const MAX_COUNTED_TWICE = 1_000;

/**
 * Finds the newest readable documents in scope with a queue of each collection's newest document. After the
 * query takes a document, the next document of the same collection enters the queue. The query reads one row
 * per collection and one per document.
 * @param answerId null: the thread's scope
 */
export function findScopeDocuments(
  { build }: Database,
  asker: SQL,
  threadId: string,
  answerId: string | null,
) {
  const nextOf = (holder: SQL, isBehind: SQL): SQL => sql`(SELECT nx.rowid FROM asset_collections nx
    WHERE nx.collection_id = ${holder} AND nx.listed = 1 ${isBehind} ORDER BY nx.asset_created_at DESC, nx.asset_id DESC LIMIT 1)`;
  // Two conditions instead of one row-value comparison, which would read all documents with the same creation
  // time.
  const ofThatMoment = nextOf(
    sql`taken.holder`,
    sql`AND nx.asset_created_at = taken.made AND nx.asset_id < taken.asset`,
  );
  const madeBefore = nextOf(sql`taken.holder`, sql`AND nx.asset_created_at < taken.made`);
  return build.all<DocumentRow>(sql`
    WITH RECURSIVE ${readableTops(asker, threadId, answerId)},
      below(id, mentioned, held) AS MATERIALIZED (SELECT bc.id, max(top.mentioned), bc.asset_count FROM tops top
        CROSS JOIN collections bc INDEXED BY collections_path ON ${isWithin(sql`bc.path`, sql`top.path`)} AND +bc.lifecycle_state = 'active' AND bc.asset_count > 0
        WHERE NOT ${isBelowRemoved(answerId, sql`bc.path`)} GROUP BY bc.id LIMIT ${MAX_COLLECTIONS}),
      taken(holder, mentioned, made, asset) AS (
        SELECT below.id, below.mentioned, fa.asset_created_at, fa.asset_id FROM below
          CROSS JOIN asset_collections fa ON fa.rowid = ${nextOf(sql`below.id`, sql``)}
        UNION ALL SELECT taken.holder, taken.mentioned, na.asset_created_at, na.asset_id FROM taken
          CROSS JOIN asset_collections na ON na.rowid = coalesce(${ofThatMoment}, ${madeBefore})
        ORDER BY 3 DESC LIMIT ${MAX_LOOKED_AT}),
      twice(asset) AS (SELECT tw.asset_id FROM below CROSS JOIN asset_collections tw INDEXED BY asset_collections_held_twice
        ON tw.collection_id = below.id AND tw.listed = 1
        AND ${IS_HELD_TWICE} LIMIT ${MAX_COUNTED_TWICE}),
      listed(asset, mentioned) AS (SELECT asset, mentioned FROM taken
        UNION ALL SELECT * FROM (SELECT named.id, named.mentioned FROM (${namedAssetIds(threadId, answerId)}) named
          WHERE ${isActiveUser(asker)} AND ${mayOnAsset(asker, sql`named.id`, "read")} LIMIT ${MAX_LOOKED_AT}))
    SELECT da.id AS id, da.text_version AS version, da.display_name AS name, da.created_at AS made,
      da.lifecycle_state AS state, max(listed.mentioned) AS mentioned, (SELECT coalesce(sum(held), 0) FROM below) AS held,
      (SELECT count(*) - count(DISTINCT asset) FROM twice) AS twice
    FROM listed CROSS JOIN assets da ON da.id = listed.asset AND da.lifecycle_state NOT IN ('deleted', 'uploading')
    WHERE NOT ${isRemoved(answerId, sql`da.id`)} GROUP BY da.id ORDER BY made DESC, id DESC`);
}

function toScopeDocuments(rows: readonly DocumentRow[]): ScopeDocuments {
  const isReadable = ({ state, version }: DocumentRow): boolean => state === "ready" && version !== "";
  const isWhole = rows.length < MAX_LOOKED_AT;
  const [first] = rows;
  const readable = rows.filter(isReadable);
  const shown = readable.filter(({ mentioned }, at) => at < MAX_DOCUMENTS || mentioned === 1);
  return {
    newest: shown.map(({ id, version, name, made, mentioned }) => {
      return {
        assetId: id,
        version,
        displayName: name,
        createdAt: made,
        isMentioned: mentioned === 1,
      };
    }),
    total: isWhole ? rows.length : Math.max(rows.length, (first?.held ?? 0) - (first?.twice ?? 0)),
  };
}

/** Reads the documents in the scope of a question. */
export async function readScopeDocuments(
  db: Database,
  { askerId, threadId, answerMessageId }: Record<"askerId" | "threadId" | "answerMessageId", string>,
): Promise<ScopeDocuments> {
  const asker = askerAs(askerId, answerMessageId);
  const { documents } = await db.read({
    documents: findScopeDocuments(db, asker, threadId, answerMessageId),
  });
  return toScopeDocuments(documents);
}
