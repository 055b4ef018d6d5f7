import { sql } from "drizzle-orm";
import { isVisibleAsset } from "../core/access.ts";
import type { Database, Rows } from "../core/database.ts";

/** A question of the thread with its answer. */
export interface PastTurn {
  readonly question: string;
  /** First quote of the answer. Empty if the answer has none or its document is deleted. */
  readonly quote: string;
  /** Beginning of the answer. Empty without an answer, or if one of its documents is deleted. */
  readonly answer: string;
}

/** A past question with the first quote of its answer. */
export type QuotedTurn = Omit<PastTurn, "answer">;

/** Past turns to return at most. The query truncates their texts. */
const MAX_TURNS = 3;
const MAX_MESSAGES = 12;
const MAX_CHARS = 400;
const MAX_ANSWER_CHARS = 3_000;

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
    SELECT said.id AS id, said.kind AS kind, said.in_reply_to AS inReplyTo,
      CASE WHEN said.in_reply_to IS NULL THEN substr(said.content, 1, ${MAX_CHARS})
        WHEN EXISTS (SELECT 1 FROM citations cited WHERE cited.message_id = said.id
          AND NOT EXISTS (SELECT 1 FROM assets quoted WHERE quoted.id = cited.asset_id AND ${isVisibleAsset("quoted")})) THEN ''
        ELSE substr(said.content, 1, ${MAX_ANSWER_CHARS}) END AS content,
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
  const answers = new Map(
    rows.flatMap((row) => (row.inReplyTo === null ? [] : [[row.inReplyTo, row] as const])),
  );
  const asked = rows
    .filter(({ kind, inReplyTo }) => kind === "prompt" && inReplyTo === null)
    .slice(-MAX_TURNS);
  return asked.map(({ id, content }) => {
    const { quote, content: answer = "" } = answers.get(id) ?? {};
    return { question: content, quote: quote ?? "", answer };
  });
}
