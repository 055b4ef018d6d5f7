import { newest } from "../../domain/message-window.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { type ThreadRows, threadView } from "../../storage/d1/threads/thread-view.ts";
import type { Turn } from "../queue/turn-store.ts";

type ThreadReads = ReturnType<typeof threadView> | Record<string, never>;

/**
 * The queries that read the thread with the access of the turn's author.
 * @param messagesShown number of newest messages; null reads nothing
 */
export function threadReads(
  db: Database,
  { author, threadId }: Pick<Turn, "author" | "threadId">,
  messagesShown: number | null,
): ThreadReads {
  if (messagesShown === null) return {};
  return threadView(db, userOf(author.userId), threadId, newest(messagesShown));
}

/** The thread's rows, if the batch read them. */
export function threadRowsOf(rows: Record<string, unknown>): ThreadRows | null {
  const { thread, messages, citations, scope, assets, collections, unread, links, people, mentions } =
    rows as ThreadRows;
  return thread === undefined
    ? null
    : { thread, messages, citations, scope, assets, collections, unread, links, people, mentions };
}
