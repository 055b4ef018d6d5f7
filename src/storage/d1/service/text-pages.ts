import { sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import { mayOnAsset } from "../core/access.ts";
import type { Database } from "../core/database.ts";
import { type IdRange, isInRange } from "./export-pages.ts";

/** A range of an asset's texts by version. */
export interface TextPage extends IdRange {
  readonly assetId: Id<"asset">;
}

/** The keys of the texts after a version. */
export function pageOfTexts({ build }: Database, actor: SQL, { assetId, ...range }: TextPage) {
  return build.all<{ readonly version: string; readonly key: string; readonly chunksKey: string }>(
    sql`SELECT pt.version, pt.text_key AS key, pt.chunks_key AS chunksKey FROM asset_texts pt
      WHERE pt.asset_id = ${assetId} AND ${isInRange(sql`pt.version`, range)} AND ${mayOnAsset(actor, sql`${assetId}`, "read")}
      ORDER BY pt.version LIMIT ${range.limit}`,
  );
}
