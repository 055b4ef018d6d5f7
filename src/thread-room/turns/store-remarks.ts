import { commitTogether } from "../../storage/d1/commit.ts";
import type { Database } from "../../storage/d1/database.ts";
import { findRemarks, findThreadLabel, remarksAssertions, remarksStatements } from "../../storage/d1/remark-store.ts";
import { recogniseRemark } from "./store-turn.ts";
import { isMessage, type MessageTurn, type Turn } from "./turn-store.ts";

/** What one batch carries, in UTF-16 code units. */
const MAX_CONTENT = 256 * 1024;

export interface StoredRemarks {
  /** Of the remarks, in their order. */
  readonly eventKeys: readonly string[];
  readonly threadLabel: string;
}

/** The turns at the head of the queue that can be stored together: remarks on which nothing else depends. */
export function remarksAtHead(queue: readonly Turn[], isAwaited: (turn: Turn) => boolean): MessageTurn[] {
  const remarks: MessageTurn[] = [];
  let size = 0;
  for (const turn of queue) {
    size += turn.content.length;
    const isAlone = turn.kind !== "textV1" || turn.ifVersion !== null || turn.idempotency !== null || isAwaited(turn);
    if (isAlone || !isMessage(turn) || size > MAX_CONTENT) break;
    remarks.push(turn);
  }
  return remarks;
}

/**
 * Puts remarks of one thread into D1 in their order, all or none: a crowd's messages cost hardly more than one.
 * @throws what D1 throws, and CommitConflict when one of them cannot be stored as it is: each is then to be stored alone
 */
export async function storeRemarks(db: Database, turns: readonly MessageTurn[]): Promise<StoredRemarks> {
  const threadId = turns[0]?.threadId ?? "";
  const remarks = turns.map(({ author, ...turn }) => ({ ...turn, authorId: author.userId }));
  const changes = turns.map(({ author, acceptedAt, operation, operationId, organizationId, messageId }) => ({
    writer: { now: new Date(acceptedAt), actorId: author.userId, operation, operationId },
    event: { organizationId, targetId: messageId },
  }));
  const { eventKeys, rows } = await commitTogether(db, changes, {
    asserts: remarksAssertions(threadId, remarks),
    statements: remarksStatements(db, threadId, remarks),
    reads: { thread: findThreadLabel(db, threadId) },
  });
  return { eventKeys, threadLabel: rows.thread[0]?.label ?? "" };
}

/** Those of the remarks that D1 holds from ended turns, or whose ids are another message's: they make no event, so their order is nothing to anybody. */
export async function recogniseRemarks(db: Database, turns: readonly MessageTurn[]) {
  const { said } = await db.read({
    said: findRemarks(
      db,
      turns.map(({ messageId }) => messageId),
    ),
  });
  const byId = new Map(said.map((row) => [row.id, row]));
  return turns.flatMap((turn) => {
    const row = byId.get(turn.messageId);
    const outcome = row === undefined ? null : recogniseRemark(turn, row);
    return outcome === null ? [] : [{ turn, outcome }];
  });
}
