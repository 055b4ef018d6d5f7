import { sql } from "drizzle-orm";
import type { StoredEmbedding } from "../../../domain/embedding.ts";
import type { Database } from "../core/database.ts";

export interface ToldEmbedding extends StoredEmbedding {
  readonly assetId: string;
}

/** What the index tells of its vectors; no revision of the assets, as nobody has changed them. */
export function recordEmbeddings({ build }: Database, told: readonly ToldEmbedding[]) {
  const each = told.map(({ assetId, model, version, state, reason, at }) => ({
    assetId,
    embedding: JSON.stringify({ model, version, state, reason, at } satisfies StoredEmbedding),
  }));
  return build.run(sql`UPDATE assets SET embedding = told.value ->> 'embedding' FROM json_each(${JSON.stringify(each)}) told
    WHERE assets.id = told.value ->> 'assetId'`);
}
