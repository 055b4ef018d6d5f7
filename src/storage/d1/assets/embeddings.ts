import { sql } from "drizzle-orm";
import type { StoredEmbedding } from "../../../domain/embedding.ts";
import type { Database } from "../core/database.ts";

export interface ReportedEmbedding extends StoredEmbedding {
  readonly assetId: string;
}

/** Records the embedding reports of the index. The asset's version stays, because nobody edited the asset. */
export function recordEmbeddings({ build }: Database, reported: readonly ReportedEmbedding[]) {
  const each = reported.map(({ assetId, model, version, state, reason, percent, at }) => ({
    assetId,
    embedding: JSON.stringify({ model, version, state, reason, percent, at } satisfies StoredEmbedding),
  }));
  return build.run(sql`UPDATE assets SET embedding = reported.value ->> 'embedding' FROM json_each(${JSON.stringify(each)}) reported
    WHERE assets.id = reported.value ->> 'assetId'`);
}
