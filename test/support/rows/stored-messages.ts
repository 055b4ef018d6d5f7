import { testEnv } from "../setup/env.ts";

const { DB } = testEnv;

export interface StoredMessage {
  /** The id by which its thread refers to it, as in `in_reply_to`. */
  readonly id: string;
  readonly row_id: string;
  readonly position: number;
  readonly kind: string;
  readonly content: string;
  readonly state: string;
  readonly in_reply_to: string | null;
  readonly transformation_id: string | null;
}

export const STORED_MESSAGES = `SELECT m.*, m.id AS row_id, m.known_as AS id, (SELECT p.known_as FROM messages p WHERE p.id = m.in_reply_to) AS in_reply_to
  FROM messages m WHERE m.thread_id = ? ORDER BY m.position`;

export async function storedMessages(threadId: string): Promise<StoredMessage[]> {
  const { results } = await DB.prepare(STORED_MESSAGES).bind(threadId).all<StoredMessage>();
  return results;
}

interface StoredCitation {
  readonly asset_id: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
  readonly text_version: string;
}

export async function storedCitations(threadId: string): Promise<StoredCitation[]> {
  const { results } = await DB.prepare(
    "SELECT * FROM citations WHERE thread_id = ? ORDER BY message_id, ordinal",
  )
    .bind(threadId)
    .all<StoredCitation>();
  return results;
}

export async function countOf(query: string, ...bindings: string[]): Promise<number> {
  return (
    (await DB.prepare(query)
      .bind(...bindings)
      .first<number>("n")) ?? 0
  );
}
