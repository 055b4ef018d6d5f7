import { MESSAGE_KINDS } from "../../domain/message-kind.ts";
import * as z from "zod";
import type { AnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import { idText } from "../../domain/id-text.ts";
import { acceptInput } from "../api.ts";
import type { RoomSql } from "../schema.ts";

const targets = z.object({ collectionIds: z.array(z.string()), assetIds: z.array(z.string()) });

/**
 * The effective scope change. D1 stores it with the change's id, because the thread's scope does not show
 * which sources were new.
 */
export const scopeChangePlan = z.object({
  homeId: z.string(),
  added: targets,
  removed: targets,
  world: z.object({ before: z.boolean(), after: z.boolean() }),
});
export type ScopeChangePlan = z.output<typeof scopeChangePlan>;

/** All fields of a turn that the acceptance determines, so a repeated attempt has the same effect. */
const acceptedTurn = acceptInput.omit({ messagesShown: true }).extend({
  messageId: idText("msg"),
  rowId: idText("msg"),
  /** Id of the answer; null if the turn gets no answer. */
  answerMessageId: idText("msg").nullable(),
  acceptedAt: z.int(),
});
export type AcceptedTurn = z.output<typeof acceptedTurn>;

export interface Turn extends AcceptedTurn {
  /** Number of the turn, increasing in order of acceptance. */
  readonly seq: number;
  /** Whether D1 has stored the message. */
  readonly stored: boolean;
  readonly storeFailures: number;
  /** Number of attempts to generate the answer. */
  readonly attempts: number;
  /** Id of the current attempt's transformation. */
  readonly transformationId: string;
  /** Message of the last attempt's error; "" if the attempt was interrupted. */
  readonly lastFailure: string;
  /** Earliest time of the next attempt, milliseconds since 1970. */
  readonly runAt: number;
}

/** A turn that adds a message to the thread. */
export interface MessageTurn extends Turn {
  readonly kind: (typeof MESSAGE_KINDS)[number];
}

export function isMessage(turn: Turn): turn is MessageTurn {
  return MESSAGE_KINDS.some((kind) => kind === turn.kind);
}

/** The question's id, for a turn that gets an answer. */
export function questionIdOf({ slot, messageId }: Turn): string {
  return slot?.questionId ?? messageId;
}

/** Whether the frame requests several answers to one message. */
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

/** Maximum age in milliseconds of a stored scope. The room reads an older scope again. */
const MAX_SCOPE_AGE_MS = 5_000;
/**
 * Maximum length of a stored scope in UTF-16 code units. The room reads a larger scope again, because its
 * rows are limited.
 */
const MAX_SCOPE_LENGTH = 256 * 1024;

/** The sources that a turn's asker may use, with the time of the read. */
export interface KnownScope {
  readonly scope: AnswerScope;
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

/** Unfinished turns in the room's SQLite. */
export class TurnStore {
  readonly #sql: RoomSql;

  constructor(sql: RoomSql) {
    this.#sql = sql;
  }

  /** @param scope the sources that the asker may use, read at acceptance; null if unknown */
  add(accepted: AcceptedTurn, transformationId: string, scope: AnswerScope | null = null): Turn {
    const insert =
      "INSERT INTO turns (message_id, asked_as, accepted, transformation_id, run_at, known_scope) VALUES (?, ?, ?, ?, ?, ?) RETURNING seq";
    const { messageId, askedAs, acceptedAt } = accepted;
    const known = scope && textOf({ scope, readAt: acceptedAt });
    const values = [messageId, askedAs ?? "", JSON.stringify(accepted), transformationId, acceptedAt, known];
    return this.#require(this.#sql.exec<{ seq: number }>(insert, ...values).one().seq);
  }

  /** The oldest turn of the message. A campaign has one turn per answer. */
  find(messageId: string): Turn | null {
    return this.#select("WHERE message_id = ? ORDER BY seq LIMIT 1", messageId);
  }

  /** The turn that generates this answer. */
  findByAnswer(answerId: string): Turn | null {
    return this.#select("WHERE json_extract(accepted, '$.answerMessageId') = ? LIMIT 1", answerId);
  }

  /** The turn of the answer that was requested under this id. */
  findAsked(messageId: string, askedAs: string): Turn | null {
    return this.#select("WHERE message_id = ? AND asked_as = ?", messageId, askedAs);
  }

  /** The oldest turns whose message D1 has not stored yet, in order. */
  unstored(limit: number): Turn[] {
    return this.#selectAll(`WHERE stored = 0 ORDER BY seq LIMIT ${limit}`);
  }

  /** Turns that still have to answer this question. */
  unanswered(questionId: string): Turn[] {
    return this.#selectAll("WHERE stored = 1 ORDER BY seq").filter(
      (turn) => turn.answerMessageId !== null && questionIdOf(turn) === questionId,
    );
  }

  /** The oldest stored turn that still has to generate its answer. */
  firstStored(): Turn | null {
    return this.#select("WHERE stored = 1 ORDER BY seq LIMIT 1");
  }

  /**
   * The time of the next step, milliseconds since 1970; null without a step. No answer starts while a message
   * waits to be stored.
   */
  nextDueAt(): number | null {
    return (this.unstored(1)[0] ?? this.firstStored())?.runAt ?? null;
  }

  count(): number {
    return this.#sql.exec<{ n: number }>("SELECT count(*) AS n FROM turns").one().n;
  }

  /** Marks the turn as stored. Its answer may start immediately, even if storing took several attempts. */
  markStored(seq: number, now: number, known: KnownScope | null = null): void {
    this.#sql.exec(
      "UPDATE turns SET stored = 1, run_at = ?, known_scope = ? WHERE seq = ?",
      now,
      known && textOf(known),
      seq,
    );
  }

  /** The sources that the turn's asker may use, if they were read recently. */
  freshScope(seq: number, now: number): AnswerScope | null {
    const row = this.#sql
      .exec<{ known_scope: string | null }>("SELECT known_scope FROM turns WHERE seq = ?", seq)
      .toArray()[0];
    const known = row?.known_scope ? (JSON.parse(row.known_scope) as KnownScope) : null;
    return known !== null && now - known.readAt <= MAX_SCOPE_AGE_MS ? known.scope : null;
  }

  recordStoreFailure(seq: number, runAt: number): void {
    this.#sql.exec(
      "UPDATE turns SET store_failures = store_failures + 1, run_at = ? WHERE seq = ?",
      runAt,
      seq,
    );
  }

  beginAttempt(turn: Turn, transformationId: string): Turn {
    this.#sql.exec(
      "UPDATE turns SET attempts = attempts + 1, transformation_id = ?, last_failure = '' WHERE seq = ?",
      transformationId,
      turn.seq,
    );
    return this.#require(turn.seq);
  }

  /** Uncounts an attempt that ended without an answer, so the attempt does not count towards the limit. */
  withdrawAttempt(seq: number): void {
    this.#sql.exec("UPDATE turns SET attempts = attempts - 1 WHERE seq = ?", seq);
  }

  recordFailure(seq: number, failure: string, runAt: number): void {
    this.#sql.exec("UPDATE turns SET last_failure = ?, run_at = ? WHERE seq = ?", failure, runAt, seq);
  }

  /**
   * Removes the turn with its notes.
   * @returns whether the turn existed
   */
  remove(seq: number): boolean {
    this.#sql.exec("DELETE FROM turn_notes WHERE turn_seq = ?", seq);
    return this.#sql.exec("DELETE FROM turns WHERE seq = ? RETURNING seq", seq).toArray().length > 0;
  }

  has(seq: number): boolean {
    return this.#sql.exec("SELECT 1 FROM turns WHERE seq = ?", seq).toArray().length > 0;
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
