import { and, eq, sql } from "drizzle-orm";
import { QUOTE_GONE, spellingsOf } from "../../../domain/gone-quotes.ts";
import type { Id } from "../../../domain/ids.ts";
import type { Database, Statement } from "../core/database.ts";
import { assets, assetTexts } from "../schema/assets.ts";
import { forgetParent } from "./members.ts";
import { BEGUN, countSome, deleteSome, type Rows } from "../service/purges.ts";

/** A deleted asset whose removal has begun. */
export function findPurgedAsset({ build }: Database, assetId: Id<"asset">) {
  return build
    .select()
    .from(assets)
    .where(and(eq(assets.id, assetId), sql`${assets.lifecycleState} = 'deleted' AND ${assets.purgeAt} = ${BEGUN}`));
}

/** Every extracted text of it. */
export function listTexts({ build }: Database, assetId: Id<"asset">) {
  return build
    .select({ textKey: assetTexts.textKey, chunksKey: assetTexts.chunksKey })
    .from(assetTexts)
    .where(eq(assetTexts.assetId, assetId));
}

export interface Quoted {
  readonly id: string;
  readonly messageId: string;
  readonly threadId: string;
  readonly quote: string;
  readonly displayName: string;
}

/** Some of the citations of it that there are. */
export function listQuotes({ build }: Database, assetId: string, limit: number) {
  return build.all<Quoted>(sql`SELECT ci.id AS id, ci.message_id AS "messageId", ci.thread_id AS "threadId", ci.quote AS quote,
      (SELECT qa.display_name FROM assets qa WHERE qa.id = ci.asset_id) AS "displayName"
    FROM citations ci WHERE ci.asset_id = ${assetId} ORDER BY ci.id LIMIT ${limit}`);
}

/** Takes the quotes and the name out of their answers, and deletes the citations. Quotes are bound: SQLite's JSON ends a text at U+0000. */
export function removeQuotes({ build }: Database, quotes: readonly Quoted[], at: Date): Statement[] {
  const threads = JSON.stringify([...new Set(quotes.map(({ threadId }) => threadId))]);
  return [
    ...quotes.map(({ messageId, ...gone }) =>
      build.run(sql`UPDATE messages SET content = ${spellingsOf(gone).reduce((text, spelling) => sql`replace(${text}, ${spelling}, ${QUOTE_GONE})`, sql`content`)},
        text_suggestions = '[]', version = version + 1, modified_at = ${at.getTime()} WHERE id = ${messageId}`),
    ),
    build.run(sql`DELETE FROM citations WHERE id IN (SELECT value FROM json_each(${JSON.stringify(quotes.map(({ id }) => id))}))`),
    build.run(sql`UPDATE threads SET version = version + 1 WHERE id IN (SELECT value FROM json_each(${threads}))`),
  ];
}

/** Where D1 names it beside its own row. */
export const ROWS_OF_ASSET: readonly Rows[] = [
  { table: "citations", column: "asset_id" },
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

/** Deletes some of them. */
export function deleteRowsOfAsset(db: Database, assetId: string, limit: number): Statement[] {
  return [forgetParent(db, assetId), ...deleteSome(db, ROWS_OF_ASSET, assetId, limit)];
}

export function countRowsOfAsset(db: Database, assetId: string, limit: number) {
  return countSome(db, ROWS_OF_ASSET, assetId, limit);
}

export function deleteAssetRow({ build }: Database, assetId: string): Statement {
  return build.run(sql`DELETE FROM assets WHERE id = ${assetId} AND lifecycle_state = 'deleted' AND purge_at = ${BEGUN}`);
}
