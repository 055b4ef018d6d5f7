import { sql } from "drizzle-orm";
import { isVisibleAsset } from "../core/access.ts";
import type { Database, Rows } from "../core/database.ts";

/** A question of the thread and the first quote of its answer. */
export interface PastTurn {
  readonly question: string;
  readonly quote: string;
}

/** Past turns to return at most. The query truncates their texts. */
const MAX_TURNS = 3;
const MAX_MESSAGES = 12;
const MAX_CHARS = 400;

/**
 * The newest messages before the answer's question, oldest first.
 * @param answerId null: the newest messages of the thread
 */
export function findConversation({ build }: Database, threadId: string, answerId: string | null) {
  const before =
    answerId === null
      ? sql``
      : sql`AND position < (SELECT asked.position FROM messages written JOIN messages asked ON asked.id = written.in_reply_to WHERE written.id = ${answerId})`;
  return build.all<{
    id: string;
    kind: string;
    inReplyTo: string | null;
    content: string;
    quote: string | null;
  }>(sql`
    SELECT said.id AS id, said.kind AS kind, said.in_reply_to AS inReplyTo, substr(said.content, 1, ${MAX_CHARS}) AS content,
      substr(first.quote, 1, ${MAX_CHARS}) AS quote
    FROM (SELECT id, kind, in_reply_to, content, position FROM messages WHERE thread_id = ${threadId} AND position > 0 ${before}
      ORDER BY position DESC LIMIT ${MAX_MESSAGES}) said
    LEFT JOIN citations first ON first.message_id = said.id AND first.ordinal = 1
      AND EXISTS (SELECT 1 FROM assets quoted WHERE quoted.id = first.asset_id AND ${isVisibleAsset("quoted")})
    ORDER BY said.position`);
}

export function toConversation(
  rows: Rows<{ said: ReturnType<typeof findConversation> }>["said"],
): PastTurn[] {
  const quotes = new Map(
    rows.flatMap(({ inReplyTo, quote }) =>
      inReplyTo === null || quote === null ? [] : [[inReplyTo, quote] as const],
    ),
  );
  const asked = rows
    .filter(({ kind, inReplyTo }) => kind === "prompt" && inReplyTo === null)
    .slice(-MAX_TURNS);
  return asked.map(({ id, content }) => ({ question: content, quote: quotes.get(id) ?? "" }));
}
