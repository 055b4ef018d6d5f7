import { sql, type SQL } from "drizzle-orm";
import { isAliveThread } from "../core/access.ts";
import type { Database } from "../core/database.ts";
import { threads } from "../schema/threads.ts";
import { threadAccessColumns } from "./thread-view.ts";

/** A thread with the actor's grants on its home. A readable linking collection grants `read`. */
export type ThreadAccess = Awaited<ReturnType<typeof findThread>>[number];

/** One active thread with the actor's grants, without its messages. */
export function findThread(db: Database, actor: SQL, threadId: string) {
  return db.build
    .select(threadAccessColumns(actor))
    .from(threads)
    .where(sql`${threads.id} = ${threadId} AND ${isAliveThread("threads")}`);
}

/** Returns a row if the thread exists and is not deleted. */
export function findAliveThread({ build }: Database, threadId: string) {
  return build.all<{ readonly id: string }>(
    sql`SELECT at.id AS id FROM threads at WHERE at.id = ${threadId} AND ${isAliveThread("at")}`,
  );
}

export function insertThread({ build }: Database, thread: typeof threads.$inferInsert) {
  return build.insert(threads).values(thread);
}
