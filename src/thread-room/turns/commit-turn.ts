import type { Id } from "../../domain/ids.ts";
import { type Change, commitAll } from "../../storage/d1/core/commit.ts";
import type { Database, Rows, Statement } from "../../storage/d1/core/database.ts";
import type { Turn } from "../queue/turn-store.ts";

interface TurnChange<Q extends Record<string, Statement>> extends Omit<Change<Q>, "audit" | "reach"> {
  readonly audit: Omit<Change<Q>["audit"], "organizationId">;
}

/** Writes the change of one turn for its author. `idempotency` replaces the caller's own key. */
export async function commitTurn<Q extends Record<string, Statement>>(
  db: Database,
  turn: Turn,
  { audit, result, ...change }: TurnChange<Q>,
  idempotency = turn.idempotency,
): Promise<{ readonly rows: Rows<Q>; readonly eventKey: Id<"event"> | "" }> {
  const { organizationId } = turn;
  const one = {
    writer: { ...turnWriterOf(turn), idempotency },
    audit: { organizationId, ...audit },
    result: result ?? null,
  };
  const { eventKeys, rows } = await commitAll(db, [one], change);
  return { rows, eventKey: eventKeys[0] ?? "" };
}

export function turnWriterOf({ acceptedAt, author, operation, operationId, idempotency }: Turn) {
  return {
    now: new Date(acceptedAt),
    actorId: author.userId,
    keyId: author.key?.keyId ?? null,
    operation,
    operationId,
    idempotency,
  };
}
