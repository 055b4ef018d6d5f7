import type { Answerers } from "../../answering/create-answerers.ts";
import type { Draft } from "../../answering/draft-answer.ts";
import type { Id } from "../../domain/ids.ts";
import type { Quotas } from "../../domain/quota.ts";
import { isTransient, isTooBig } from "../../domain/retry-policy.ts";
import { AsyncMutex } from "../../domain/async-mutex.ts";
import { SourcesHaveChanged } from "../../domain/conflicts.ts";
import type { Database, QueryStats } from "../../storage/d1/core/database.ts";
import type { AcceptResult } from "../api.ts";
import { logRoomFault } from "../log/log-fault.ts";
import type { SupersededAnswers } from "../log/superseded-answers.ts";
import type { Publish } from "../log/publisher.ts";
import { acceptance, type AcceptWaiters, rejection } from "../queue/accept-waiters.ts";
import { backoffMs, MAX_ATTEMPTS, MAX_WAITING_TURNS } from "../queue/enqueue-turn.ts";
import {
  isCampaign,
  isMessage,
  type KnownScope,
  type MessageTurn,
  type Turn,
  type TurnStore,
} from "../queue/turn-store.ts";
import type { AnswerWaiters } from "./answer-waiters.ts";
import type { DatabaseOf } from "./query-timeout.ts";
import { draftInline, type IndexOf, type ReaderOf } from "./draft-inline.ts";
import { namedTargets } from "./named-targets.ts";
import { storeChoice } from "./store-choice.ts";
import { batchSize, storeMessages } from "./store-messages.ts";
import { storeNewVersion } from "./store-new-version.ts";
import type { StartAssets } from "./start-assets.ts";
import { storeScopeChange } from "./store-scope-change.ts";
import type { Rejected, ResolvedTurn, TurnBatch, TurnOutcome } from "./turn-outcome.ts";

const KEPT_FOR_LATER = "The database is busy. The service keeps the message and stores it later.";
/**
 * Time in milliseconds that a question waits for the index while sockets listen. Afterwards the room stores
 * the question without an answer, so listeners see it early.
 */
const WAIT_WITH_LISTENERS_MS = 1_000;
/**
 * Time in milliseconds without listeners. The asker waits for question and answer anyway, and storing them
 * separately takes two more D1 round trips.
 */
const WAIT_WITHOUT_LISTENERS_MS = 2_000;
/** A wait longer than this proportion of the limit means that the index was slow and did not fail. */
const SLOW_SHARE = 0.8;
/** Time in milliseconds after a slow index during which the room stores questions without an answer. */
const STORED_FIRST_MS = 10_000;

interface Deps {
  readonly turns: TurnStore;
  readonly waiters: AcceptWaiters;
  readonly answerWaiters: AnswerWaiters;
  readonly publish: Publish;
  readonly hidden: SupersededAnswers;
  /** Runs a transaction of the room's SQLite. */
  readonly transaction: (change: () => void) => void;
  readonly database: DatabaseOf;
  readonly indexOf: IndexOf;
  readonly readerOf: ReaderOf;
  readonly startAssets: StartAssets;
  readonly answerers: Answerers;
  /** The sockets that receive events. */
  readonly listeners: { isEmpty(): boolean };
  readonly now: () => number;
  readonly quotasOf: (organizationId: Id<"org">) => Quotas;
}

/**
 * Stores the turns in D1 in order of acceptance, then sends their events. The caller, the next caller or the
 * alarm runs it. The question at the head is stored together with its answer if the answer is ready quickly.
 */
export class TurnWriter {
  readonly #deps: Deps;
  readonly #chain = new AsyncMutex();
  #skipInlineUntil = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Stores all waiting turns. After an error, records it with the failed turn.
   * @returns whether D1 has stored every message
   */
  storeAll(): Promise<boolean> {
    return this.#chain.run(async () => {
      let alone = 0;
      for (let batch = this.#next(alone); batch !== null; batch = this.#next(alone)) {
        const done = await this.#store(batch);
        if (done === "failed") return false;
        alone = done === "apart" ? batch.length : Math.max(0, alone - 1);
      }
      return true;
    });
  }

  /**
   * The next turns to store.
   * @param alone number of turns to store one by one, so that an invalid turn does not block the others
   */
  #next(alone: number): readonly [Turn, ...Turn[]] | null {
    const { turns, waiters } = this.#deps;
    const [first, ...others] = turns.unstored(alone > 0 ? 1 : MAX_WAITING_TURNS);
    if (first === undefined) return null;
    return [
      first,
      ...others.slice(0, batchSize([first, ...others], ({ seq }) => waiters.messagesShown(seq) !== null) - 1),
    ];
  }

  async #store(batch: readonly [Turn, ...Turn[]]): Promise<"settled" | "apart" | "failed"> {
    const db = this.#deps.database(batch[0].author.key);
    const readAt = this.#deps.now();
    let isHeld = false;
    try {
      const settled = await this.#write(db, batch);
      this.#deps.startAssets(
        settled.flatMap(({ outcome }) => (outcome.kind === "stored" ? outcome.starts : [])),
      );
      isHeld = settled.some(({ outcome }) => outcome.kind === "stored");
      await this.#settle(settled, readAt, db.meter);
      return settled.length === 0 ? "apart" : "settled";
    } catch (error) {
      if (batch.length > 1) return "apart";
      return this.#failed(batch[0], error, { meter: db.meter, isHeld });
    }
  }

  async #write(db: Database, batch: readonly [Turn, ...Turn[]]): Promise<readonly ResolvedTurn[]> {
    const [turn] = batch;
    const { turns, waiters, now, quotasOf } = this.#deps;
    const quotas = quotasOf(turn.organizationId);
    if (!isMessage(turn)) return [{ turn, outcome: await storeChange(db, turn, quotas) }];
    const messagesShown = waiters.messagesShown(turn.seq);
    const draft = await this.#draftAtOnce(db, turn);
    try {
      if (draft !== null)
        return await storeMessages(db, [turn], { draft, messagesShown, now: new Date(now()), quotas });
    } catch (error) {
      if (!(error instanceof SourcesHaveChanged)) throw error;
      turns.withdrawAttempt(turn.seq);
    }
    const isPending = turn.answerMessageId !== null;
    return storeMessages(db, batch as TurnBatch, {
      draft: null,
      messagesShown: isPending ? null : messagesShown,
      now: new Date(now()),
      quotas,
    });
  }

  /**
   * Drafts the answer of a question that names no sources, if no other question waits for its answer. The
   * attempt counts before it begins.
   */
  async #draftAtOnce(db: Database, turn: MessageTurn): Promise<Draft | null> {
    const { turns, answerers, listeners, now } = this.#deps;
    if (!answerers.isAtOnce(turn.extras.model)) return null;
    const isPlain =
      turn.kind === "prompt" && turn.attempts === 0 && !isCampaign(turn) && namedTargets(turn).length === 0;
    const scope = isPlain ? turns.freshScope(turn.seq, now()) : null;
    if (scope === null || turns.firstStored() !== null || now() < this.#skipInlineUntil) return null;
    turns.beginAttempt(turn, turn.transformationId);
    const startedAt = now();
    const waitMs = listeners.isEmpty() ? WAIT_WITHOUT_LISTENERS_MS : WAIT_WITH_LISTENERS_MS;
    const draft = await draftInline(db, this.#deps, turn, { scope, waitMs });
    if (draft !== null) return draft;
    turns.withdrawAttempt(turn.seq);
    if (now() - startedAt >= SLOW_SHARE * waitMs) this.#skipInlineUntil = now() + STORED_FIRST_MS;
    return null;
  }

  /**
   * Stores the events and outcomes of the turns in one transaction. Afterwards the callers receive their
   * results.
   */
  async #settle(settled: readonly ResolvedTurn[], readAt: number, meter: QueryStats): Promise<void> {
    const { turns, publish, waiters, answerWaiters, hidden } = this.#deps;
    const events = settled.flatMap(({ outcome }) => (outcome.kind === "stored" ? outcome.events : []));
    await publish(events, () => {
      for (const { turn, outcome } of settled) {
        if (outcome.kind === "stored" && outcome.shows !== undefined) hidden.show(outcome.shows);
        if (outcome.kind === "stored" && outcome.answered === null)
          this.#proceed(turn, outcome.scope && { scope: outcome.scope, readAt });
        else turns.remove(turn.seq);
      }
    });
    for (const { turn, outcome } of settled) {
      waiters.resolve(turn.seq, resultOf(turn, outcome, meter));
      if (turns.find(turn.messageId) === null) answerWaiters.resolve(turn.messageId);
    }
  }

  /**
   * Handles an error of a turn. Retries transient errors without limit and other errors a few times, because
   * one message must not block the thread.
   */
  #failed(
    turn: Turn,
    error: unknown,
    { meter, isHeld }: { meter: QueryStats; isHeld: boolean },
  ): "settled" | "failed" {
    const { turns, waiters, transaction, now } = this.#deps;
    const failures = turn.storeFailures + 1;
    logRoomFault({ threadId: turn.threadId, doing: "storing the message", attempt: failures }, error);
    if (!isTooBig(error) && (isTransient(error) || failures < MAX_ATTEMPTS)) {
      turns.recordStoreFailure(turn.seq, now() + backoffMs(failures));
      waiters.resolveFrom(turn.seq, rejection("unavailable", KEPT_FOR_LATER, meter));
      return "failed";
    }
    // If D1 has stored the message but its event cannot be sent, the room still generates the answer. Readers
    // of the thread see both.
    transaction(() => (isHeld ? this.#proceed(turn, null) : turns.remove(turn.seq)));
    waiters.resolve(
      turn.seq,
      isHeld
        ? acceptance(turn, { meter })
        : rejection("internal", "The service could not store the message.", meter),
    );
    return "settled";
  }

  /** Continues after D1 has stored the turn's message, with the answer if the turn gets one. */
  #proceed(turn: Turn, known: KnownScope | null): void {
    const { turns, now } = this.#deps;
    if (turn.answerMessageId === null) turns.remove(turn.seq);
    else turns.markStored(turn.seq, now(), known);
  }
}

/** Stores a turn that is no message. */
async function storeChange(db: Database, turn: Turn, quotas: Quotas): Promise<TurnOutcome> {
  if (turn.kind === "askAgain") return await storeNewVersion(db, turn, quotas);
  return turn.kind === "chooseAnswer" ? await storeChoice(db, turn) : await storeScopeChange(db, turn);
}

function retryOf({ retryAfterSeconds }: Rejected): Pick<Rejected, "retryAfterSeconds"> {
  return retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
}

/** The result for the turn's callers. */
function resultOf(turn: Turn, outcome: TurnOutcome, meter: QueryStats): AcceptResult {
  switch (outcome.kind) {
    case "stored":
      return acceptance(turn, { ...outcome, meter });
    case "resend":
      return {
        ...acceptance(turn, { meter }),
        answerMessageId: outcome.answerMessageId,
        transformationId: outcome.transformationId,
      };
    case "refused":
      return { ...rejection(outcome.code, outcome.message, meter), ...retryOf(outcome) };
    default:
      return outcome satisfies never;
  }
}
