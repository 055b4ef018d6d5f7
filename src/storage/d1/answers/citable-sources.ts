import { sql, type SQL } from "drizzle-orm";
import { isActiveUser, mayOnAsset, userOf } from "../core/access.ts";
import { askerOf, isInAnswerScope, isReadableInScope, scopePaths } from "./answer-scope.ts";
import type { Database } from "../core/database.ts";

/** A text version of an asset, as a source of an answer. */
export interface Source {
  readonly assetId: string;
  readonly version: string;
}

/** A pending answer. */
export interface AnswerRef {
  readonly threadId: string;
  readonly answerMessageId: string;
}

/** An answer that uses the thread's scope, because its prompt sets none. */
export interface PlainAnswerRef {
  readonly threadId: string;
  readonly answerMessageId: null;
  readonly askerId: string;
}

/**
 * The sources that the answer may cite now: in scope, readable by the asker, ready, and with that text
 * version stored.
 */
export function citableSources({ build }: Database, answer: AnswerRef, sources: readonly Source[]) {
  return build.all<{ assetId: string; version: string }>(sql`
    WITH ${scopePaths(answer.threadId, answer.answerMessageId)}
    SELECT ${assetIdOf} AS assetId, ${versionOf} AS version FROM ${listOfSources(sources)} WHERE ${isCitable(answer)}`);
}

export function areCitable(answer: AnswerRef | PlainAnswerRef, sources: readonly Source[]): SQL<boolean> {
  return sql<boolean>`NOT EXISTS (WITH ${scopePaths(answer.threadId, answer.answerMessageId)}
    SELECT 1 FROM ${listOfSources(sources)} WHERE NOT (${isCitable(answer)}))`;
}

const assetIdOf = sql.raw(`json_extract(src.value, '$.assetId')`);
const versionOf = sql.raw(`json_extract(src.value, '$.version')`);

function listOfSources(sources: readonly Source[]): SQL {
  return sql`json_each(${JSON.stringify(sources.map(({ assetId, version }) => ({ assetId, version })))}) src`;
}

function isCitable(answer: AnswerRef | PlainAnswerRef): SQL {
  const { threadId, answerMessageId } = answer;
  const asker = answer.answerMessageId === null ? userOf(answer.askerId) : askerOf(answer.answerMessageId);
  return sql`${isActiveUser(asker)}
    AND EXISTS (SELECT 1 FROM assets ca JOIN asset_texts kept ON kept.asset_id = ca.id AND kept.version = ${versionOf}
      WHERE ca.id = ${assetIdOf} AND ca.lifecycle_state = 'ready')
    AND (${isReadableInScope(answerMessageId, assetIdOf, asker)}
      OR ${mayOnAsset(asker, assetIdOf, "read")} AND ${isInAnswerScope(threadId, answerMessageId, assetIdOf)})`;
}
