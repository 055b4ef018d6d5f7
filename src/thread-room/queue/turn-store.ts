import * as z from "zod";
import type { AnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import { idText } from "../../domain/id-text.ts";
import { acceptInput } from "../api.ts";
import type { RoomSql } from "../schema.ts";

const targets = z.object({ collectionIds: z.array(z.string()), assetIds: z.array(z.string()) });

/** What a scope change really does: kept by D1 with its id, as the thread does not tell afterwards what was new. */
export const scopeChangePlan = z.object({
  homeId: z.string(),
  added: targets,
  removed: targets,
  world: z.object({ before: z.boolean(), after: z.boolean() }),
});
export type ScopeChangePlan = z.output<typeof scopeChangePlan>;

/** Everything about a turn that is fixed when it is accepted, so that doing it again does the same thing. */
const acceptedTurn = acceptInput.omit({ messagesShown: true }).extend({
  messageId: idText("msg"),
  rowId: idText("msg"),
  /** Null for what gets no answer. */
  answerMessageId: idText("msg").nullable(),
  acceptedAt: z.int(),
});
export type AcceptedTurn = z.output<typeof acceptedTurn>;

export interface Turn extends AcceptedTurn {
  /** Counts acceptances upwards. */
  readonly seq: number;
  /** Whether D1 holds the message. */
  readonly stored: boolean;
  readonly storeFailures: number;
  /** How often its answer was begun. */
  readonly attempts: number;
  /** The transformation of the attempt under way. */
  readonly transformationId: string;
  /** What the attempt before failed at, for a person; "" when it was cut off. */
  readonly lastFailure: string;
  /** Not before this moment, milliseconds since 1970. */
  readonly runAt: number;
}

/** A turn that puts a message into the thread. */
export interface MessageTurn extends Turn {
  readonly kind: (typeof MESSAGES)[number];
}

const MESSAGES = ["promptV2", "textV1", "renameThreadV1"] as const;

export function isMessage(turn: Turn): turn is MessageTurn {
  return MESSAGES.some((kind) => kind === turn.kind);
}

/** By which id its question is known, of a turn that has an answer written. */
export function questionIdOf({ slot, messageId }: Turn): string {
  return slot?.questionId ?? messageId;
}

/** One of the frames that ask for several answers to one message. */
export function isCampaign({ extras }: Pick<AcceptedTurn, "extras">): boolean {
  return extras.member === "promptCampaignV1" || extras.member === "promptCampaignV2";
}

type TurnRow = {
  seq: number;
  accepted: string;
  stored: number;
  store_failures: number;
  attempts: number;
  transformation_id: string;
  last_failure: string;
  run_at: number;
};

const COLUMNS = "seq, accepted, stored, store_failures, attempts, transformation_id, last_failure, run_at";

/** What the asker may use is asked again when it was read longer ago. */
const MAX_SCOPE_AGE_MS = 5_000;
/** A larger one is read again: a row of the room has its bounds. In UTF-16 code units. */
const MAX_SCOPE_LENGTH = 256 * 1024;

/** What a turn's asker may use. */
export interface KnownScope {
  readonly scope: AnswerScope;
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

/** The turns that have not ended, in the room's SQLite. */
export class TurnStore {
  readonly #sql: RoomSql;

  constructor(sql: RoomSql) {
    this.#sql = sql;
  }

  /** @param scope what the asker may use, read as it was accepted; null: not known */
  add(accepted: AcceptedTurn, transformationId: string, scope: AnswerScope | null = null): Turn {
    const insert =
      "INSERT INTO turns (message_id, asked_as, accepted, transformation_id, run_at, known_scope) VALUES (?, ?, ?, ?, ?, ?) RETURNING seq";
    const { messageId, askedAs, acceptedAt } = accepted;
    const known = scope && textOf({ scope, readAt: acceptedAt });
    const values = [messageId, askedAs ?? "", JSON.stringify(accepted), transformationId, acceptedAt, known];
    return this.#require(this.#sql.exec<{ seq: number }>(insert, ...values).one().seq);
  }

  /** The oldest turn of the message; a campaign has one for each of its answers. */
  find(messageId: string): Turn | null {
    return this.#select("WHERE message_id = ? ORDER BY seq LIMIT 1", messageId);
  }

  /** The turn that has this answer written. */
  findByAnswer(answerId: string): Turn | null {
    return this.#select("WHERE json_extract(accepted, '$.answerMessageId') = ? LIMIT 1", answerId);
  }

  /** The turn of the answer that was asked for under this id. */
  findAsked(messageId: string, askedAs: string): Turn | null {
    return this.#select("WHERE message_id = ? AND asked_as = ?", messageId, askedAs);
  }

  /** The oldest of those whose message D1 does not hold yet, in their order. */
  unstored(limit: number): Turn[] {
    return this.#selectAll(`WHERE stored = 0 ORDER BY seq LIMIT ${limit}`);
  }

  /** Those whose answers to this question are to be written. */
  unanswered(questionId: string): Turn[] {
    return this.#selectAll("WHERE stored = 1 ORDER BY seq").filter(
      (turn) => turn.answerMessageId !== null && questionIdOf(turn) === questionId,
    );
  }

  /** The oldest whose answer is to be written. */
  firstStored(): Turn | null {
    return this.#select("WHERE stored = 1 ORDER BY seq LIMIT 1");
  }

  /** When there is something to do next, milliseconds since 1970; null when all is done. Nothing is answered while a message waits to be stored. */
  nextDueAt(): number | null {
    return (this.unstored(1)[0] ?? this.firstStored())?.runAt ?? null;
  }

  count(): number {
    return this.#sql.exec<{ n: number }>("SELECT count(*) AS n FROM turns").one().n;
  }

  /** Its answer may be begun at once, however long storing it had to wait. */
  markStored(seq: number, now: number, known: KnownScope | null = null): void {
    this.#sql.exec("UPDATE turns SET stored = 1, run_at = ?, known_scope = ? WHERE seq = ?", now, known && textOf(known), seq);
  }

  /** What the turn's asker may use, if it was read lately. */
  freshScope(seq: number, now: number): AnswerScope | null {
    const row = this.#sql.exec<{ known_scope: string | null }>("SELECT known_scope FROM turns WHERE seq = ?", seq).toArray()[0];
    const known = row?.known_scope ? (JSON.parse(row.known_scope) as KnownScope) : null;
    return known !== null && now - known.readAt <= MAX_SCOPE_AGE_MS ? known.scope : null;
  }

  recordStoreFailure(seq: number, runAt: number): void {
    this.#sql.exec("UPDATE turns SET store_failures = store_failures + 1, run_at = ? WHERE seq = ?", runAt, seq);
  }

  beginAttempt(turn: Turn, transformationId: string): Turn {
    this.#sql.exec(
      "UPDATE turns SET attempts = attempts + 1, transformation_id = ?, last_failure = '' WHERE seq = ?",
      transformationId,
      turn.seq,
    );
    return this.#require(turn.seq);
  }

  /** The attempt came to nothing before it was one. */
  withdrawAttempt(seq: number): void {
    this.#sql.exec("UPDATE turns SET attempts = attempts - 1 WHERE seq = ?", seq);
  }

  recordFailure(seq: number, failure: string, runAt: number): void {
    this.#sql.exec("UPDATE turns SET last_failure = ?, run_at = ? WHERE seq = ?", failure, runAt, seq);
  }

  /** @returns whether it was there */
  remove(seq: number): boolean {
    return this.#sql.exec("DELETE FROM turns WHERE seq = ? RETURNING seq", seq).toArray().length > 0;
  }

  #require(seq: number): Turn {
    const turn = this.#select("WHERE seq = ?", seq);
    if (turn === null) throw new Error("the turn just written is not there");
    return turn;
  }

  #select(where: string, ...bindings: (string | number)[]): Turn | null {
    return this.#selectAll(where, ...bindings)[0] ?? null;
  }

  #selectAll(where: string, ...bindings: (string | number)[]): Turn[] {
    const rows = this.#sql.exec<TurnRow>(`SELECT ${COLUMNS} FROM turns ${where}`, ...bindings).toArray();
    return rows.map((row) => ({
      ...acceptedTurn.parse(JSON.parse(row.accepted)),
      seq: row.seq,
      stored: row.stored === 1,
      storeFailures: row.store_failures,
      attempts: row.attempts,
      transformationId: row.transformation_id,
      lastFailure: row.last_failure,
      runAt: row.run_at,
    }));
  }
}

function textOf(known: KnownScope): string | null {
  const text = JSON.stringify(known);
  return text.length > MAX_SCOPE_LENGTH ? null : text;
}
