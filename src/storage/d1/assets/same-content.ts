import { sql } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import type { Database } from "../core/database.ts";

/** Earlier extraction results for the same bytes. */
export interface EarlierResult {
  readonly originalFileName: string;
  readonly version: string;
  readonly tokens: number;
  readonly strategy: string;
  /** Encoded as JSON. */
  readonly keywords: string;
  readonly summary: string;
  /** Note for readers of the asset; `""` if there is none. */
  readonly note: string;
  /** Encoded as JSON. */
  readonly artifacts: string;
  readonly textKey: string;
  readonly chunksKey: string;
}

interface Bytes {
  readonly id: Id<"asset">;
  readonly organizationId: Id<"org">;
  readonly contentType: string;
  readonly sha256: string;
}

/** Assets with the same bytes to examine at most. */
const LOOKED_AT = 20;

/**
 * Uploads of the organization with the same bytes and type that the service processed after `after`, newest
 * first. Excludes web pages, because a page's title comes with its text.
 */
export function selectSameContent(
  { build }: Database,
  { id, organizationId, contentType, sha256 }: Bytes,
  after: Date,
) {
  return build.all<EarlierResult>(sql`SELECT same.original_file_name AS "originalFileName", same.text_version AS version,
      same.text_tokens AS tokens, same.extraction_strategy AS strategy, same.keywords AS keywords, same.summary AS summary, same.processing_message AS note, same.artifacts AS artifacts,
      st.text_key AS "textKey", st.chunks_key AS "chunksKey"
    FROM (SELECT * FROM assets WHERE organization_id = ${organizationId} AND sha256 = ${sha256} AND sha256 <> ''
      ORDER BY id DESC LIMIT ${LOOKED_AT}) same
    CROSS JOIN asset_texts st ON st.asset_id = same.id AND st.version = same.text_version
    WHERE same.id <> ${id} AND same.content_type = ${contentType} AND same.source_url = '' AND same.lifecycle_state = 'ready'
      AND same.worker_strategy = 'built-in' AND same.last_ready_at > ${after.getTime()}
    ORDER BY same.id DESC`);
}
