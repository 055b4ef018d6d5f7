import { sql, type SQL } from "drizzle-orm";
import type { Id } from "../../domain/ids.ts";
import { isActiveUser, listOf, mayOnCollection } from "./access-sql.ts";
import type { Assertion } from "./commit.ts";
import type { Database, Statement } from "./database.ts";
import { isIdOfChange } from "./idempotency-store.ts";
import { messages, threads } from "./schema/threads.ts";

/** A message that asks for nothing. */
export interface Remark {
  readonly messageId: Id<"msg">;
  readonly content: string;
  readonly recipients: readonly string[];
  /** Null: as the thread has it. */
  readonly worldKnowledge: boolean | null;
  readonly authorId: Id<"user">;
  readonly acceptedAt: number;
}

/** D1 binds at most 100 values a statement, and a remark has seven. */
const REMARKS_A_STATEMENT = 13;

/** What `postAssertions` asks of one message, of all of these at once: none is there, and every author may post. */
export function remarksAssertions(threadId: string, remarks: readonly Remark[]): Assertion[] {
  const author = sql`ra.value`;
  const home = sql`(SELECT th.home_collection_id FROM threads th WHERE th.id = ${threadId} AND th.lifecycle_state = 'active')`;
  const linked = sql`EXISTS (SELECT 1 FROM thread_collections tc WHERE tc.thread_id = ${threadId}
    AND ${mayOnCollection(author, sql`tc.collection_id`, "read")})`;
  const mayPost = sql`${isActiveUser(author)} AND (${mayOnCollection(author, home, "read")} OR ${linked}) AND ${mayOnCollection(author, home, "chat")}`;
  const ids = listOf(remarks.map(({ messageId }) => messageId));
  const authors = listOf([...new Set(remarks.map(({ authorId }) => authorId))]);
  return [
    {
      name: "fresh",
      holds: sql`NOT EXISTS (SELECT 1 FROM ${ids} rm WHERE EXISTS (SELECT 1 FROM messages WHERE id = rm.value) OR ${isIdOfChange(sql`rm.value`)})`,
    },
    { name: "authors", holds: sql`${home} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${authors} ra WHERE NOT (${mayPost}))` },
  ];
}

/** Inserts the remarks at the end of the thread, in their order, and moves it on by as many versions. Relies on `remarksAssertions`. */
export function remarksStatements({ build }: Database, threadId: string, remarks: readonly Remark[]): Statement[] {
  const groups = Array.from({ length: Math.ceil(remarks.length / REMARKS_A_STATEMENT) }, (_, group) =>
    remarks.slice(group * REMARKS_A_STATEMENT, (group + 1) * REMARKS_A_STATEMENT),
  );
  const last = remarks.at(-1);
  const moved = sql`UPDATE threads SET version = version + ${remarks.length}, message_count = message_count + ${remarks.length},
    modified_at = ${last?.acceptedAt}, modified_by = ${last?.authorId} WHERE id = ${threadId}`;
  return [build.run(moved), ...groups.map((group) => build.run(insertRemarks(threadId, group)))];
}

export function findThreadLabel({ build }: Database, threadId: string) {
  return build
    .select({ label: threads.label })
    .from(threads)
    .where(sql`${threads.id} = ${threadId}`);
}

/** The messages with these ids. */
export function findRemarks({ build }: Database, messageIds: readonly string[]) {
  return build
    .select()
    .from(messages)
    .where(sql`${messages.id} IN (SELECT value FROM ${listOf(messageIds)})`);
}

/** Bound one by one, not passed as JSON: SQLite's JSON ends a text at U+0000. */
function insertRemarks(threadId: string, remarks: readonly Remark[]): SQL {
  const rows = remarks.map(({ messageId, content, recipients, worldKnowledge, acceptedAt, authorId }, position) => {
    const knowledge = worldKnowledge === null ? null : Number(worldKnowledge);
    return sql`(${messageId}, ${position + 1}, ${content}, ${JSON.stringify(recipients)}, ${knowledge}, ${acceptedAt}, ${authorId})`;
  });
  return sql`INSERT INTO messages (id, thread_id, position, kind, content, recipients, state, world_knowledge,
      created_at, created_by, modified_at, modified_by)
    SELECT column1, it.id, (SELECT coalesce(max(position), 0) FROM messages WHERE thread_id = ${threadId}) + column2, 'textV1', column3, column4,
      'done', coalesce(column5, it.world_knowledge), column6, column7, column6, column7
    FROM threads it CROSS JOIN (VALUES ${sql.join(rows, sql`, `)}) WHERE it.id = ${threadId}`;
}
