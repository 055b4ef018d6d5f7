import { redact } from "../domain/redact.ts";
import { selectMissingAssets } from "../storage/d1/assets/assets.ts";
import type { Database } from "../storage/d1/core/database.ts";
import type { FinishedAnswer } from "./finalize-answer.ts";

/** Redacts quotes and names of documents that were deleted after the answer, and drops the suggestions. */
export async function redactDeletedSources(db: Database, answer: FinishedAnswer): Promise<FinishedAnswer> {
  const cited = [...new Set(answer.citations.map(({ assetId }) => assetId))];
  if (cited.length === 0) return answer;
  const rows = await db.read({ gone: selectMissingAssets(db, cited, cited.length) });
  const gone = new Set<string>(rows.gone.map(({ id }) => id));
  if (gone.size === 0) return answer;
  const content = redact(
    answer.content,
    answer.citations.filter(({ assetId }) => gone.has(assetId)),
  );
  return {
    ...answer,
    content,
    parts: [content],
    textSuggestions: [],
    sentences: [],
    citations: answer.citations.filter(({ assetId }) => !gone.has(assetId)),
  };
}
