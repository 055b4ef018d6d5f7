import { answerTurn, type AnsweredTurn } from "../../answering/answer-turn.ts";
import type { DraftText, OnUsage } from "../../answering/answerer.ts";
import type { ProvenDraft, Writing } from "../../answering/draft-answer.ts";
import { AnswerNotFound, AnswerSuperseded, loadStoredAnswer } from "../../answering/finalize-answer.ts";
import type { Answerers } from "../../answering/create-answerers.ts";
import type { NotesJob } from "../../answering/notes-job.ts";
import { retryAnswer } from "../../answering/retry-answer.ts";
import { ServiceError } from "../../domain/errors.ts";
import { type Id, newId } from "../../domain/ids.ts";
import { type ModelUsage, sumOfUsage, UNSPENT, usageWithout } from "../../domain/usage.ts";
import type { LanguageModel } from "../../models/language-model.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { countSpending } from "../../storage/d1/core/count-usage.ts";
import type { DraftSender } from "../drafts/draft-sender.ts";
import { logRoomFault } from "../log/log-fault.ts";
import type { Publish } from "../log/publisher.ts";
import { answerEvents } from "../protocol/message-events.ts";
import { backoffMs, nextStep } from "../queue/enqueue-turn.ts";
import { questionIdOf, type Turn, type TurnStore } from "../queue/turn-store.ts";
import type { AnswerWaiters } from "./answer-waiters.ts";
import { withDeadline } from "./deadline.ts";
import type { DatabaseOf } from "./query-timeout.ts";
import type { IndexOf, ReaderOf } from "./draft-inline.ts";
import { questionOf } from "./question-of.ts";
import type { StartAssets } from "./start-assets.ts";
import { storeFailure } from "./store-failure.ts";
import { MS_PER_MINUTE } from "../../domain/time.ts";

const ATTEMPT_TIMEOUT_MS = MS_PER_MINUTE;
/**
 * Time limit in milliseconds of an attempt that calls models. Several models may fail in sequence, each
 * within its timeout. An alarm of the platform may run for 15 minutes.
 */
const ATTEMPT_BY_MODEL_TIMEOUT_MS = 6 * MS_PER_MINUTE;

interface Deps {
  readonly turns: TurnStore;
  readonly answerWaiters: AnswerWaiters;
  readonly publish: Publish;
  /** @returns whether D1 has stored every message */
  readonly storeAll: () => Promise<boolean>;
  readonly database: DatabaseOf;
  readonly indexOf: IndexOf;
  readonly readerOf: ReaderOf;
  readonly startAssets: StartAssets;
  readonly answerers: Answerers;
  readonly modelsOf: ModelsOf;
  readonly drafts: DraftSender;
  /** Returns the job that keeps the notes of this turn on long documents. */
  readonly notesJobOf: (turn: Turn) => NotesJob;
  /** Runs work that no caller waits for. */
  readonly defer: (work: Promise<unknown>) => void;
  readonly now: () => number;
}

/** The models of an organization for a question that names one. */
export type ModelsOf = (
  db: Database,
  whose: { readonly organizationId: Id<"org">; readonly asked: string },
) => Promise<readonly LanguageModel[]>;

type Wanted = Pick<Writing, "signal" | "onUsage">;

/** Thrown if another call has ended the turn. */
class TurnHasEnded extends Error {
  override readonly name = "TurnHasEnded";
}

/**
 * Answers the turns, one per call. An attempt counts before it begins, so an attempt that terminates the
 * object also counts.
 */
export class TurnRunner {
  readonly #deps: Deps;
  /** Functions that cancel the current attempt, by question id. */
  readonly #stops = new Map<string, () => void>();
  /** Number of the turn with the current attempt. */
  #running: number | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async runNext(): Promise<void> {
    if (!(await this.#deps.storeAll())) return;
    const step = nextStep(this.#deps.turns, this.#deps.now());
    switch (step.kind) {
      case "idle":
      case "wait":
        return;
      case "attempt":
        return this.#attempt(step.turn);
      case "give_up":
        return this.#giveUp(step.turn);
      default:
        return step satisfies never;
    }
  }

  /**
   * Handles stopped answers of a message. Cancels the current attempt, and sends the stopped answers from D1,
   * including those of waiting turns.
   */
  async stop(messageId: string): Promise<void> {
    this.#stops.get(messageId)?.();
    for (const turn of this.#deps.turns.unanswered(messageId))
      if (turn.seq !== this.#running) await this.#endWaiting(turn);
  }

  /**
   * Ends a waiting turn whose answer was stopped. After an error, the turn's own attempt finds the ended
   * answer.
   */
  async #endWaiting(turn: Turn): Promise<void> {
    const { publish, database, answerWaiters } = this.#deps;
    try {
      const { answer, endedAt } = await loadStoredAnswer(database(turn.author.key), questionOf(turn));
      await publish(answerEvents(turn, answer, endedAt.getTime()), () => this.#remove(turn));
    } catch (error) {
      if (
        error instanceof AnswerSuperseded ||
        error instanceof AnswerNotFound ||
        error instanceof TurnHasEnded
      )
        return;
      return logRoomFault(
        { threadId: turn.threadId, doing: "ending a stopped answer", attempt: turn.attempts },
        error,
      );
    }
    answerWaiters.resolve(turn.messageId);
  }

  /** @throws TurnHasEnded if another call has removed the turn, whose events are then in the log */
  #remove(turn: Turn): void {
    if (!this.#deps.turns.remove(turn.seq)) throw new TurnHasEnded();
  }

  async #attempt(before: Turn): Promise<void> {
    const isFirst = before.attempts === 0;
    const turn = this.#deps.turns.beginAttempt(before, isFirst ? before.transformationId : newId("inter"));
    const progress = { doing: "reading what the thread may use" };
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    this.#stops.set(questionIdOf(turn), resolve);
    this.#running = turn.seq;
    const unwanted = new AbortController();
    let spent = UNSPENT;
    const onUsage: OnUsage = (used) => (spent = sumOfUsage(spent, used));
    const written = this.#answer(turn, isFirst, progress, { signal: unwanted.signal, onUsage });
    this.#deps.defer(this.#countUnstored(turn, written, () => spent));
    const given = stopped.then(async () => await this.#stopped(turn, written));
    const isAtOnce = this.#deps.answerers.isAtOnce(turn.extras.model);
    const work = withDeadline(
      Promise.race([written, given]),
      isAtOnce ? ATTEMPT_TIMEOUT_MS : ATTEMPT_BY_MODEL_TIMEOUT_MS,
    );
    const settled = (): void => {
      this.#stops.delete(questionIdOf(turn));
      unwanted.abort();
    };
    void work.then(settled, settled);
    try {
      await this.#end(turn, work, (error) => ({
        doing: progress.doing,
        failure: whatFailed(progress.doing, error),
      }));
    } finally {
      this.#running = null;
    }
  }

  /**
   * The stopped answer from D1. If the answer is still pending, it was requested after the stop and
   * continues.
   */
  async #stopped(turn: Turn, written: Promise<AnsweredTurn>): Promise<AnsweredTurn> {
    try {
      return await loadStoredAnswer(this.#deps.database(turn.author.key), questionOf(turn));
    } catch (error) {
      if (error instanceof AnswerSuperseded) return await written;
      throw error;
    }
  }

  /**
   * Counts model usage that no stored answer counts. An answer counts the usage of its own attempt, but not
   * of stopped, failed or repeated attempts.
   */
  async #countUnstored(turn: Turn, written: Promise<AnsweredTurn>, spent: () => ModelUsage): Promise<void> {
    const stored = await written.then(
      ({ answer }) => answer.spent ?? UNSPENT,
      () => UNSPENT,
    );
    const { organizationId, askerId: userId, operation } = questionOf(turn);
    try {
      const db = this.#deps.database(null);
      const at = new Date(this.#deps.now());
      const statements = countSpending(db, {
        organizationId,
        userId,
        operation,
        spent: usageWithout(spent(), stored),
        at,
      });
      if (statements.length > 0) await db.write(statements);
    } catch (error) {
      logRoomFault(
        { threadId: turn.threadId, doing: "counting what was used", attempt: turn.attempts },
        error,
      );
    }
  }

  async #answer(
    turn: Turn,
    isFirst: boolean,
    progress: { doing: string },
    wanted: Wanted,
  ): Promise<AnsweredTurn> {
    const { turns, indexOf, readerOf, database, answerers, modelsOf, drafts, notesJobOf, now } = this.#deps;
    const db = database(turn.author.key);
    const question = questionOf(turn);
    const known = isFirst ? turns.freshScope(turn.seq, now()) : null;
    const { signal } = wanted;
    const begun =
      known === null ? await retryAnswer(db, question, new Date(now()), isFirst) : { scope: known };
    if ("answer" in begun) return begun;
    const isAtOnce = answerers.isAtOnce(question.model);
    const { organizationId, model: asked, verification } = question;
    const models = isAtOnce ? [] : await modelsOf(database(null), { organizationId, asked });
    const model = models.find(({ id }) => id === asked) ?? models[0];
    const ctx = {
      db,
      now: () => new Date(now()),
      index: indexOf(turn.organizationId),
      reader: readerOf(turn.organizationId),
      onStep: (doing: string) => {
        progress.doing = doing;
      },
      writing: {
        answerer: answerers.named(asked, { own: models, verification }),
        isShown: !isAtOnce,
        onDraft: (read: () => DraftText, proven?: ProvenDraft) => {
          if (!signal.aborted) drafts.show(read, proven);
        },
        notesJob: notesJobOf(turn),
        ...wanted,
      },
      searchModel: model === undefined ? undefined : { model, ...wanted },
    };
    const { threadId, answerMessageId: messageId, transformationId } = question;
    if (!signal.aborted)
      drafts.begin({ threadId, messageId, inReplyTo: questionIdOf(turn), transformationId });
    return await answerTurn(ctx, question, begun.scope);
  }

  /** Ends the turn with an answer that reports the failure, so the queue continues. */
  async #giveUp(turn: Turn): Promise<void> {
    await this.#end(turn, storeFailure(this.#deps, turn), () => ({
      doing: "storing the failure",
      failure: turn.lastFailure,
    }));
  }

  /**
   * Stores the answer's events and the end of its turn in one transaction. After an error, the room retries
   * the turn.
   */
  async #end(
    turn: Turn,
    work: Promise<AnsweredTurn>,
    describe: (error: unknown) => { readonly doing: string; readonly failure: string },
  ): Promise<void> {
    const { turns, publish, answerWaiters, startAssets, drafts, now } = this.#deps;
    try {
      const { answer, endedAt, starts } = await work;
      startAssets(starts);
      drafts.end();
      await publish(answerEvents(turn, answer, endedAt.getTime()), () => this.#remove(turn));
    } catch (error) {
      void drafts.withdraw();
      if (!(error instanceof AnswerNotFound) && !(error instanceof TurnHasEnded)) {
        const { doing, failure } = describe(error);
        logRoomFault({ threadId: turn.threadId, doing, attempt: turn.attempts }, error);
        return turns.recordFailure(turn.seq, failure, now() + backoffMs(turn.attempts));
      }
      turns.remove(turn.seq);
    }
    answerWaiters.resolve(turn.messageId);
  }
}

/** Text about a failed step. Only errors of this service have messages for users. */
function whatFailed(doing: string, error: unknown): string {
  return error instanceof ServiceError
    ? `${doing} failed (${error.message.replace(/\.$/, "")})`
    : `${doing} failed`;
}
