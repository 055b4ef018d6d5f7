import { and, eq, sql, type SQL } from "drizzle-orm";
import { type DeletedQuote, REDACTED, textsToRedact } from "../../../domain/redact.ts";
import type { Id } from "../../../domain/ids.ts";
import type { Database, Statement } from "../core/database.ts";
import { assets, assetTexts } from "../schema/assets.ts";
import { clearParent } from "./archive-entries.ts";
import { PURGING, countSome, deleteSome, type RecordRows } from "../service/purges.ts";

/** The deleted asset, if its purge has started. */
export function findAssetToPurge({ build }: Database, assetId: Id<"asset">) {
  return build
    .select()
    .from(assets)
    .where(
      and(
        eq(assets.id, assetId),
        sql`${assets.lifecycleState} = 'deleted' AND ${assets.purgeAt} = ${PURGING}`,
      ),
    );
}

/** All extracted texts of the asset. */
export function selectTexts({ build }: Database, assetId: Id<"asset">) {
  return build
    .select({ textKey: assetTexts.textKey, chunksKey: assetTexts.chunksKey })
    .from(assetTexts)
    .where(eq(assetTexts.assetId, assetId));
}

export interface Quoted extends DeletedQuote {
  readonly id: string;
  readonly messageId: string;
  readonly threadId: string;
}

/** Some of the citations of the asset, each with all sentences of its answer that the asset supports. */
export function selectQuotes({ build }: Database, assetId: string, limit: number) {
  return build.all<Quoted>(sql`SELECT ci.id AS id, ci.message_id AS "messageId", ci.thread_id AS "threadId", ci.quote AS quote,
      (SELECT group_concat(os.said, char(10)) FROM citations os WHERE os.message_id = ci.message_id AND os.asset_id = ci.asset_id) AS said,
      (SELECT qa.display_name FROM assets qa WHERE qa.id = ci.asset_id) AS "displayName"
    FROM citations ci WHERE ci.asset_id = ${assetId} ORDER BY ci.id LIMIT ${limit}`);
}

/**
 * Redacts quotes and the document's name in the answers, and deletes the citations. Quotes are bound values,
 * because SQLite's JSON ends a text at U+0000.
 */
export function redactQuotes({ build }: Database, quotes: readonly Quoted[], at: Date): Statement[] {
  const threads = JSON.stringify([...new Set(quotes.map(({ threadId }) => threadId))]);
  return [
    ...quotes.flatMap(({ messageId, ...gone }) =>
      groupsOf(textsToRedact([gone])).flatMap((spellings) => [
        build.run(sql`UPDATE messages SET content = ${without(sql`content`, spellings)},
          text_suggestions = '[]', sentences = '[]', version = version + 1, modified_at = ${at.getTime()} WHERE id = ${messageId}`),
        // Applies the redaction to the sentences of all citations of the message, so they still match its
        // content.
        ...(gone.said === ""
          ? []
          : [
              build.run(
                sql`UPDATE citations SET said = ${without(sql`said`, spellings)} WHERE message_id = ${messageId}`,
              ),
            ]),
      ]),
    ),
    build.run(
      sql`DELETE FROM citations WHERE id IN (SELECT value FROM json_each(${JSON.stringify(quotes.map(({ id }) => id))}))`,
    ),
    build.run(
      sql`UPDATE threads SET version = version + 1 WHERE id IN (SELECT value FROM json_each(${threads}))`,
    ),
  ];
}

/** D1 binds at most 100 values per statement. */
const SPELLINGS_PER_STATEMENT = 40;

function groupsOf(spellings: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(spellings.length / SPELLINGS_PER_STATEMENT) }, (_, at) =>
    spellings.slice(at * SPELLINGS_PER_STATEMENT, (at + 1) * SPELLINGS_PER_STATEMENT),
  );
}

function without(column: SQL, spellings: readonly string[]): SQL {
  return spellings.reduce((text, spelling) => sql`replace(${text}, ${spelling}, ${REDACTED})`, column);
}

const CITATIONS = { table: "citations", column: "asset_id" } as const;
/** Rows of other tables that name an asset. */
export const ROWS_OF_ASSET: readonly RecordRows[] = [
  CITATIONS,
  { table: "thread_scope", column: "target_id" },
  { table: "answer_scope", column: "target_id" },
  { table: "asset_watchers", column: "asset_id" },
  { table: "recent_assets", column: "asset_id" },
  { table: "multipart_parts", column: "asset_id" },
  { table: "multipart_uploads", column: "asset_id" },
  { table: "asset_texts", column: "asset_id" },
  { table: "asset_collections", column: "asset_id" },
  { table: "archives", column: "asset_id" },
  { table: "archive_members", column: "parent_id" },
  { table: "archive_members", column: "asset_id" },
];

/** Deletes up to `limit` rows per table that name the record. */
export function deleteRowsOfAsset(db: Database, assetId: string, limit: number): Statement[] {
  return [clearParent(db, assetId), ...deleteSome(db, ROWS_OF_ASSET, assetId, limit)];
}

/** Number of remaining rows. Returns 0 while citations of the asset exist. */
export function countRowsOfAsset(db: Database, assetId: string, limit: number) {
  return countSome(db, ROWS_OF_ASSET, assetId, limit, CITATIONS);
}

export function deleteAssetRow({ build }: Database, assetId: string): Statement {
  return build.run(
    sql`DELETE FROM assets WHERE id = ${assetId} AND lifecycle_state = 'deleted' AND purge_at = ${PURGING}`,
  );
}
