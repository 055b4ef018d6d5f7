import { sql } from "drizzle-orm";
import { SERVICE_USER_ID } from "../../../domain/ids.ts";
import type { Assertion } from "../core/commit.ts";
import type { Database, Statement } from "../core/database.ts";
import { isMessageOf, messageRowIdOf } from "../threads/message-row-id.ts";
import { bumpThread } from "../threads/bump-thread.ts";

/** Text of an answer that the user stopped before its first word. */
export const STOPPED = "This answer was stopped.";

/** The prompt and its number of pending answers. Returns no row if the prompt does not exist. */
export function findUnended({ build }: Database, threadId: string, promptId: string) {
  return build.all<{
    readonly pending: number;
  }>(sql`SELECT (SELECT count(*) FROM messages an WHERE an.in_reply_to = pm.id AND an.state = 'pending') AS pending
    FROM messages pm WHERE ${isMessageOf("pm", threadId, promptId)} AND pm.kind = 'prompt'`);
}

export function isUnended(threadId: string, promptId: string): Assertion {
  return {
    name: "writing",
    holds: sql`EXISTS (SELECT 1 FROM messages wa WHERE wa.in_reply_to = ${messageRowIdOf(threadId, promptId)} AND wa.state = 'pending')`,
  };
}

/** Ends every pending answer to the prompt and keeps the text generated so far. Requires `isUnended`. */
export function stopAnswers(
  { build }: Database,
  threadId: string,
  promptId: string,
  by: string,
  at: Date,
): Statement[] {
  return [
    build.run(sql`UPDATE messages SET state = 'cancelled', content = CASE content WHEN '' THEN ${STOPPED} ELSE content END,
      version = version + 1, modified_at = ${at.getTime()}, modified_by = ${SERVICE_USER_ID}
      WHERE in_reply_to = ${messageRowIdOf(threadId, promptId)} AND state = 'pending'`),
    bumpThread(build, threadId, by, at, { added: 0, label: "" }),
  ];
}
