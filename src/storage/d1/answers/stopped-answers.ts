import { eq, sql } from "drizzle-orm";
import type { Assertion } from "../core/commit.ts";
import type { Id } from "../../../domain/ids.ts";
import type { Database, Statement } from "../core/database.ts";
import { isMessageOf, messageRowIdOf } from "../threads/message-row-id.ts";
import { bumpThread } from "../threads/bump-thread.ts";
import { messages } from "../schema/threads.ts";
import { citeStatements, type EndedAnswer, endedColumns } from "./answers.ts";

/** The last line of a stopped answer, and the whole text if nothing of it was proven. */
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

interface Stop {
  readonly threadId: string;
  readonly promptId: string;
  readonly by: Id<"user">;
  readonly at: Date;
  /** The proven part of one of the answers. Null: nothing is proven. */
  readonly proven: EndedAnswer | null;
}

/**
 * Ends every pending answer to the prompt. The proven part of one answer stays, with its citations. The
 * answer's last editor is the user who stopped it. Requires `isUnended`, or `isBeingWritten` for the proven
 * answer.
 */
export function stopAnswers(db: Database, { threadId, promptId, by, at, proven }: Stop): Statement[] {
  const { build } = db;
  return [
    ...(proven === null ? [] : keepStatements(db, proven, by, at)),
    build.run(sql`UPDATE messages SET state = 'cancelled', content = CASE content WHEN '' THEN ${STOPPED} ELSE content END,
      version = version + 1, modified_at = ${at.getTime()}, modified_by = ${by}
      WHERE in_reply_to = ${messageRowIdOf(threadId, promptId)} AND state = 'pending'`),
    bumpThread(build, threadId, by, at, { added: 0, label: "" }),
  ];
}

function keepStatements(db: Database, proven: EndedAnswer, by: Id<"user">, at: Date): Statement[] {
  const stopped = { ...proven, content: `${proven.content}\n\n${STOPPED}` };
  const kept = db.build
    .update(messages)
    .set({
      ...endedColumns(stopped),
      version: sql`${messages.version} + 1`,
      modifiedAt: at,
      modifiedBy: by,
    })
    .where(eq(messages.id, proven.messageId));
  return [kept, ...citeStatements(db, stopped, at)];
}
