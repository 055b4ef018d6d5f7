import { answerTurn, type AnsweredTurn } from "../../answering/answer-turn.ts";
import { adoptAnswer, AnswerGone, endAnswer, type Question } from "../../answering/end-answer.ts";
import { restartAnswer } from "../../answering/restart-answer.ts";
import { ServiceError } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import { CommitConflict } from "../../storage/d1/commit.ts";
import type { Database, Statement } from "../../storage/d1/database.ts";
import { withDeadline } from "../deadline.ts";
import { answerEvents } from "../events/frames.ts";
import type { Reception } from "./reception.ts";
import { logFault } from "../log-fault.ts";
import { publish, type Room } from "../room.ts";
import { threadReads, threadRowsOf } from "./thread-reads.ts";
import { backoffMs, nextStep } from "./turn-queue.ts";
import type { Turn } from "./turn-store.ts";

const ATTEMPT_TIMEOUT_MS = 60_000;
/** What the asker may read is asked anew when it was read longer ago. */
const MAX_SCOPE_AGE_MS = 5_000;

type Reads = Record<string, Statement>;

/** Answers the turns, one a call. Every attempt is written down before it begins, so that one that kills the object counts too. */
export class TurnRunner {
  readonly #room: Room;
  readonly #reception: Reception;

  constructor(room: Room, reception: Reception) {
    this.#room = room;
    this.#reception = reception;
  }

  async runNext(): Promise<void> {
    if (!(await this.#reception.storeAll())) return;
    const step = nextStep(this.#room.turns, this.#room.now());
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

  async #attempt(before: Turn): Promise<void> {
    const { turns, transaction, database, now } = this.#room;
    const isFirst = before.attempts === 0;
    const turn = transaction(() => turns.beginAttempt(before, isFirst ? before.transformationId : newId("inter")));
    const db = database();
    const progress = { doing: "reading what the thread may use" };
    try {
      const answered = await withDeadline(this.#answer(db, turn, isFirst, progress), ATTEMPT_TIMEOUT_MS);
      await this.#end(turn, db, answered);
    } catch (error) {
      if (error instanceof AnswerGone) return this.#forget(turn, db);
      logFault({ threadId: turn.threadId, doing: progress.doing, attempt: turn.attempts }, error);
      turns.recordFailure(turn.seq, whatFailed(progress.doing, error), now() + backoffMs(turn.attempts));
    }
  }

  async #answer(db: Database, turn: Turn, isFirst: boolean, progress: { doing: string }): Promise<AnsweredTurn<Reads>> {
    const { search, now } = this.#room;
    const question = questionOf(turn);
    const reads = this.#reads(db, turn);
    const known = isFirst ? this.#reception.takeScope(turn.seq, MAX_SCOPE_AGE_MS) : null;
    const begun = known === null ? await restartAnswer(db, question, reads, new Date(now()), isFirst) : { scope: known };
    if ("answer" in begun) return begun;
    const ctx = {
      db,
      reads,
      now: () => new Date(now()),
      search: (input: Parameters<Room["search"]>[1]) => search(turn.organizationId, input),
      onStep: (doing: string) => {
        progress.doing = doing;
      },
    };
    return answerTurn(ctx, question, begun.scope);
  }

  /** The answer says what failed, and the queue moves on. */
  async #giveUp(turn: Turn): Promise<void> {
    const { turns, now, database } = this.#room;
    const db = database();
    const question = questionOf(turn);
    const reads = this.#reads(db, turn);
    const content = `This question could not be answered: ${turn.lastFailure || "the work was cut off each time"}. Ask again to try once more.`;
    const nothing = { textSuggestions: [], inputTokens: 0, outputTokens: 0, model: "", citations: [] };
    const failed = { messageId: question.answerMessageId, threadId: turn.threadId, state: "failed" as const, content, ...nothing };
    try {
      await endAnswer(db, question, failed, { asserts: [], reads: {}, now: new Date(now()), whoeverWrites: true }).catch(unlessEnded);
      await this.#end(turn, db, await adoptAnswer(db, question, reads));
    } catch (error) {
      if (error instanceof AnswerGone) return this.#forget(turn, db);
      logFault({ threadId: turn.threadId, doing: "storing the failure", attempt: turn.attempts }, error);
      turns.recordFailure(turn.seq, turn.lastFailure, now() + backoffMs(turn.attempts));
    }
  }

  async #end(turn: Turn, db: Database, { answer, rows }: AnsweredTurn<Reads>): Promise<void> {
    await publish(this.#room, answerEvents(turn, answer), () => this.#room.turns.remove(turn.seq));
    this.#room.endings.settle(turn.messageId, { meter: db.meter, units: answer.inputTokens + answer.outputTokens }, threadRowsOf(rows));
  }

  #forget(turn: Turn, db: Database): void {
    this.#room.turns.remove(turn.seq);
    this.#room.endings.settle(turn.messageId, { meter: db.meter, units: 0 }, null);
  }

  #reads(db: Database, turn: Turn): Reads {
    return threadReads(db, turn, this.#room.endings.messagesShown(turn.messageId));
  }
}

function questionOf(turn: Turn): Question {
  if (turn.answerMessageId === null) throw new Error("a remark has no answer");
  const { threadId, organizationId, content, answerMessageId, transformationId, operation, operationId, extras } = turn;
  return {
    threadId,
    organizationId,
    askerId: turn.author.userId,
    question: content,
    answerMessageId,
    transformationId,
    limits: { contextTokens: extras.context_window, maxTokens: extras.max_tokens, stop: extras.stop },
    operation,
    operationId,
  };
}

/** Only our own errors were written for people. */
function whatFailed(doing: string, error: unknown): string {
  return error instanceof ServiceError ? `${doing} failed (${error.message.replace(/\.$/, "")})` : `${doing} failed`;
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof CommitConflict && error.reason === "writing")) throw error;
}
