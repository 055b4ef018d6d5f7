import type { Database, Rows } from "../../storage/d1/core/database.ts";
import { storedMessageQueries } from "../../storage/d1/threads/messages.ts";
import { isCampaign, type MessageTurn } from "../queue/turn-store.ts";
import { ID_IS_USED, KEY_IS_USED } from "./refusals.ts";
import { eventReads, storedOf } from "./stored-message.ts";
import type { Refused, Settled, TurnBatch, TurnOutcome } from "./turn-outcome.ts";

type StoredRows = Rows<ReturnType<typeof storedMessageQueries>>;

/**
 * An id or a key is taken: by this very turn (the room stopped before it could note that), by the same message of an ended turn, or by
 * another message.
 * @param unknown what to say of one that D1 does not hold; null: that its id or its key is another one's
 * @returns those of several turns that D1 knows, as far as they keep their order; none of them: each is to be stored alone
 */
export async function resolveDuplicates(db: Database, turns: TurnBatch, unknown: Refused | null = null): Promise<readonly Settled[]> {
  const [first] = turns;
  const queries = storedMessageQueries(
    db,
    first.threadId,
    turns.map(({ messageId }) => messageId),
  );
  const rows = (await db.read({ ...queries, ...eventReads(db, first) })) as StoredRows;
  const settled: Settled[] = [];
  let isInOrder = true;
  for (const turn of turns) {
    const outcome = resolveDuplicate(turn, rows, turns.length === 1, unknown);
    if (outcome === null) isInOrder = false;
    else if (isInOrder || outcome.kind !== "stored") settled.push({ turn, outcome });
  }
  return settled;
}

/** Null when D1 does not know it. */
function resolveDuplicate(turn: MessageTurn, rows: StoredRows, isAlone: boolean, unknown: Refused | null): TurnOutcome | null {
  const said = rows.said.find(({ knownAs }) => knownAs === turn.messageId);
  if (said === undefined) return !isAlone ? null : unknown !== null ? unknown : turn.idempotency !== null ? KEY_IS_USED : ID_IS_USED;
  if (said.kind !== turn.kind || said.content !== turn.content) return ID_IS_USED;
  const answers = rows.answers.filter(({ inReplyTo }) => inReplyTo === said.id);
  const answer = isCampaign(turn) ? answers.find(({ askedAs }) => askedAs === turn.askedAs) : answers[0];
  // Not by its author: their account may have been merged since.
  const isThisTurn = turn.answerMessageId === null ? said.createdAt.getTime() === turn.acceptedAt : answer?.id === turn.answerMessageId;
  if (isThisTurn) return storedOf(turn, rows);
  if (said.createdBy !== turn.author.userId) return ID_IS_USED;
  return { kind: "resend", answerMessageId: answer?.id ?? null, transformationId: answer?.transformationId ?? null };
}
