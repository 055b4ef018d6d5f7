import { sql, type SQL } from "drizzle-orm";
import { isAliveAsset, mayOnAsset, mayOnCollection } from "../core/access.ts";
import type { Database } from "../core/database.ts";

/** Mentioned ids shown per thread at most, newest first. */
const MAX_MENTIONS_SHOWN = 200;

/** One mentioned id of a prompt, in a group with other ids. The viewer may read the target now. */
export interface MentionRow {
  readonly answerId: string;
  readonly kind: "asset" | "collection";
  readonly grouping: number;
  readonly targetId: string;
}

/**
 * Mentions of the prompts among `shown`, in the order of their answers. In a thread without mentions, the
 * query costs one look-up.
 * @param shown SQL that yields message ids
 */
export function findMentions({ build }: Database, actor: SQL, threadId: string | SQL, shown: SQL) {
  const isReadable = sql`CASE newest.kind WHEN 'asset' THEN ${mayOnAsset(actor, sql`newest."targetId"`, "read")}
      AND EXISTS (SELECT 1 FROM assets ma WHERE ma.id = newest."targetId" AND ${isAliveAsset("ma")})
    ELSE ${mayOnCollection(actor, sql`newest."targetId"`, "read")} END`;
  return build.all<MentionRow>(sql`
    SELECT newest."answerId", newest.kind, newest.grouping, newest."targetId" FROM (
      SELECT an.position AS place, am.answer_id AS "answerId", am.kind AS kind, am.grouping AS grouping, am.target_id AS "targetId"
      FROM (SELECT 1 FROM answer_scope WHERE thread_id = ${threadId} AND role = 'mention' LIMIT 1) any_at_all
      CROSS JOIN (${shown}) nm CROSS JOIN messages an ON an.in_reply_to = nm.id AND an.position > 0
      CROSS JOIN answer_scope am ON am.answer_id = an.id AND am.role = 'mention'
      ORDER BY an.position DESC LIMIT ${MAX_MENTIONS_SHOWN}) newest
    WHERE ${isReadable} ORDER BY newest.place, newest.grouping, newest."targetId"`);
}
