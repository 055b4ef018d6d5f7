import type { Database, Rows } from "../../storage/d1/core/database.ts";
import { storedMessageQueries } from "../../storage/d1/threads/messages.ts";
import { isCampaign, type MessageTurn } from "../queue/turn-store.ts";
import { ID_IS_USED, KEY_IS_USED } from "./rejections.ts";
import { eventReads, storedOf } from "./event-reads.ts";
import type { Rejected, ResolvedTurn, TurnBatch, TurnOutcome } from "./turn-outcome.ts";

type StoredRows = Rows<ReturnType<typeof storedMessageQueries>>;

/**
 * Resolves a conflict of an id or key, which may belong to this turn (if the room crashed before recording
 * the result), to the same message of an ended turn, or to another message.
 * @param unknown result if D1 does not contain the message; null if the id or key belongs to another message
 * @returns the turns that D1 contains, as long as they keep their order; if none, the caller stores each turn
 * alone
 */
export async function resolveDuplicates(
  db: Database,
  turns: TurnBatch,
  unknown: Rejected | null = null,
): Promise<readonly ResolvedTurn[]> {
  const [first] = turns;
  const queries = storedMessageQueries(
    db,
    first.threadId,
    turns.map(({ messageId }) => messageId),
  );
  const rows = (await db.read({ ...queries, ...eventReads(db, first) })) as StoredRows;
  const settled: ResolvedTurn[] = [];
  let isInOrder = true;
  for (const turn of turns) {
    const outcome = resolveDuplicate(turn, rows, turns.length === 1, unknown);
    if (outcome === null) isInOrder = false;
    else if (isInOrder || outcome.kind !== "stored") settled.push({ turn, outcome });
  }
  return settled;
}

/** Outcome of one turn; null if D1 does not contain its message. */
function resolveDuplicate(
  turn: MessageTurn,
  rows: StoredRows,
  isAlone: boolean,
  unknown: Rejected | null,
): TurnOutcome | null {
  const said = rows.said.find(({ knownAs }) => knownAs === turn.messageId);
  if (said === undefined)
    return !isAlone
      ? null
      : unknown !== null
        ? unknown
        : turn.idempotency !== null
          ? KEY_IS_USED
          : ID_IS_USED;
  if (said.kind !== turn.kind || said.content !== turn.content) return ID_IS_USED;
  const answers = rows.answers.filter(({ inReplyTo }) => inReplyTo === said.id);
  const answer = isCampaign(turn) ? answers.find(({ askedAs }) => askedAs === turn.askedAs) : answers[0];
  // Compares no authors, because the author's account may have been merged since.
  const isThisTurn =
    turn.answerMessageId === null
      ? said.createdAt.getTime() === turn.acceptedAt
      : answer?.id === turn.answerMessageId;
  if (isThisTurn) return storedOf(turn, rows);
  if (said.createdBy !== turn.author.userId) return ID_IS_USED;
  return {
    kind: "resend",
    answerMessageId: answer?.id ?? null,
    transformationId: answer?.transformationId ?? null,
  };
}
