import { ServiceError } from "../../domain/errors.ts";
import type { AnswerScope } from "../../storage/d1/answer-scope.ts";
import { CommitConflict } from "../../storage/d1/commit.ts";
import type { Meter } from "../../storage/d1/database.ts";
import { deliverAtOnce } from "../../storage/d1/deliver-order.ts";
import type { OutboxEntry } from "../../storage/d1/outbox-store.ts";
import type { ThreadRows } from "../../storage/d1/thread-view.ts";
import { type AcceptInput, acceptInput, type AcceptResult, NO_COST, type Refusal } from "../api.ts";
import { messageEvent, remarkEvent } from "../events/frames.ts";
import { logFault } from "../log-fault.ts";
import { publish, type Room } from "../room.ts";
import { SerialChain } from "../../domain/serial-chain.ts";
import { type KnowledgeOutcome, storeKnowledgeChange } from "./store-knowledge-change.ts";
import { recogniseRemarks, remarksAtHead, storeRemarks } from "./store-remarks.ts";
import { storeMessage, type StoreOutcome } from "./store-turn.ts";
import { admit, backoffMs, MAX_ATTEMPTS, MAX_WAITING_TURNS } from "./turn-queue.ts";
import { isMessage, type MessageTurn, type Turn } from "./turn-store.ts";

interface Waiting {
  readonly messagesShown: number | null;
  readonly resolve: (result: AcceptResult) => void;
}

const KEPT_FOR_LATER = "The database is busy. The message is kept, and stored as soon as it answers.";

/**
 * Takes messages in. A turn is in the room's SQLite, and the alarm armed, before anything else happens; then everything that D1 does not
 * hold yet goes there in the order of acceptance, by whoever comes first: the caller, the next caller, or the alarm.
 */
export class Reception {
  readonly #room: Room;
  readonly #chain = new SerialChain();
  readonly #waiting = new Map<number, Waiting[]>();
  readonly #scopes = new Map<number, { scope: AnswerScope; readAt: number }>();
  /** Each message has a moment of its own: a remark that D1 holds is known by it. */
  #acceptedAt = 0;

  constructor(room: Room) {
    this.#room = room;
  }

  async accept(given: AcceptInput): Promise<AcceptResult> {
    const room = this.#room;
    const parsed = acceptInput.safeParse(given);
    if (!parsed.success)
      return refusal("invalid_argument", `${parsed.error.issues[0]?.path.join(".")}: ${parsed.error.issues[0]?.message}`);
    this.#acceptedAt = Math.max(room.now(), this.#acceptedAt + 1);
    const admission = room.transaction(() => admit(room.turns, parsed.data, this.#acceptedAt));
    if (admission.kind === "refused") return refusal(admission.code, admission.message);
    const { turn } = admission;
    const { messagesShown } = parsed.data;
    if (messagesShown !== null && turn.kind === "promptV2") room.endings.announce(turn.messageId, messagesShown);
    if (turn.stored) return acceptance(turn, "", NO_COST, null);
    const accepted = this.#outcomeOf(turn.seq, messagesShown);
    await room.alarms.schedule("turns", room.now());
    return Promise.race([accepted, this.storeAll().then(() => accepted)]);
  }

  /** @returns whether D1 holds every message now; what went wrong is recorded with the turn that it stopped at */
  storeAll(): Promise<boolean> {
    return this.#chain.run(async () => {
      const { turns } = this.#room;
      let alone = 0;
      for (let turn = turns.firstUnstored(); turn !== null; turn = turns.firstUnstored()) {
        if (alone === 0) alone = await this.#storeRemarks();
        if (alone === 0) continue;
        if (!(await this.#store(turn))) return false;
        alone -= 1;
      }
      return true;
    });
  }

  /** What the turn's asker may use, if it was read at most so long ago; handed out once. */
  takeScope(seq: number, maxAgeMs: number): AnswerScope | null {
    const known = this.#scopes.get(seq);
    this.#scopes.delete(seq);
    return known !== undefined && this.#room.now() - known.readAt <= maxAgeMs ? known.scope : null;
  }

  /** Several remarks at once. @returns how many turns are to be stored alone: what is wrong with one is not to hold up the others */
  async #storeRemarks(): Promise<number> {
    const { turns, database } = this.#room;
    const remarks = remarksAtHead(turns.unstored(MAX_WAITING_TURNS), (turn) => this.#messagesShown(turn) !== null);
    if (remarks.length < 2) return 1;
    const db = database();
    try {
      const { eventKeys, threadLabel } = await storeRemarks(db, remarks);
      const events = remarks.map((turn) => remarkEvent(turn, threadLabel));
      await publish(this.#room, events, () => remarks.forEach(({ seq }) => turns.remove(seq)));
      remarks.forEach((turn, position) => this.#resolve(turn.seq, acceptance(turn, eventKeys[position] ?? "", db.meter, null)));
      return 0;
    } catch (error) {
      return error instanceof CommitConflict && error.reason === "fresh" ? await this.#settleKnown(remarks) : remarks.length;
    }
  }

  /** Of remarks that cannot be stored together as D1 has some of them: those are settled at once, and the others tried again. @returns as above */
  async #settleKnown(remarks: readonly MessageTurn[]): Promise<number> {
    const db = this.#room.database();
    try {
      const known = await recogniseRemarks(db, remarks);
      for (const { turn, outcome } of known) await this.#settle(turn, outcome, db.meter);
      return known.length === 0 ? remarks.length : 0;
    } catch {
      return remarks.length;
    }
  }

  /** With how many of its messages the thread is wanted as soon as the turn is stored: at once for what gets no answer. */
  #messagesShown({ seq, kind }: Turn): number | null {
    const wanted = (this.#waiting.get(seq) ?? []).flatMap(({ messagesShown }) => messagesShown ?? []);
    return kind === "promptV2" || wanted.length === 0 ? null : Math.max(...wanted);
  }

  async #store(turn: Turn): Promise<boolean> {
    const { database, plans, now } = this.#room;
    const db = database();
    let isHeld = false;
    try {
      const readAt = now();
      const outcome = isMessage(turn)
        ? await storeMessage(db, turn, this.#messagesShown(turn))
        : await storeKnowledgeChange(db, turn, plans);
      if (outcome.kind === "stored" && turn.kind === "promptV2") this.#scopes.set(turn.seq, { scope: outcome.scope, readAt });
      if (outcome.kind === "changed") this.#start(outcome.starts);
      isHeld = outcome.kind === "stored" || outcome.kind === "changed";
      await this.#settle(turn, outcome, db.meter);
      return true;
    } catch (error) {
      return this.#failed(turn, error, { meter: db.meter, isHeld });
    }
  }

  /** Beside the turn; the cron run does what fails. */
  #start(starts: readonly OutboxEntry[]): void {
    const { database, startAsset, defer, now } = this.#room;
    const send = async ({ targetId }: OutboxEntry): Promise<null> => {
      await startAsset(targetId);
      return null;
    };
    defer(Promise.allSettled(starts.map((start) => deliverAtOnce(database(), start, new Date(now()), send))));
  }

  async #settle(turn: Turn, outcome: StoreOutcome | KnowledgeOutcome, meter: Meter): Promise<void> {
    const { turns, plans, endings, transaction } = this.#room;
    switch (outcome.kind) {
      case "changed":
        await publish(this.#room, [outcome.event], () => {
          plans.remove(turn.seq);
          turns.remove(turn.seq);
        });
        return this.#resolve(turn.seq, acceptance(turn, outcome.eventKey, meter, null));
      case "stored":
        await publish(this.#room, [messageEvent(turn, outcome.scope)], () =>
          turn.answerMessageId === null ? turns.remove(turn.seq) : turns.markStored(turn.seq, this.#room.now()),
        );
        return this.#resolve(turn.seq, acceptance(turn, outcome.eventKey, meter, outcome.thread));
      case "resend": {
        transaction(() => turns.remove(turn.seq));
        endings.forget(turn.messageId);
        const { answerMessageId, transformationId } = outcome;
        return this.#resolve(turn.seq, { ...acceptance(turn, "", meter, null), answerMessageId, transformationId });
      }
      case "refused":
        return this.#drop(turn, refusal(outcome.code, outcome.message, meter));
      default:
        return outcome satisfies never;
    }
  }

  /** A passing fault is waited out, however long; anything else only so often, or one message would hold up the thread for good. */
  #failed(turn: Turn, error: unknown, { meter, isHeld }: { meter: Meter; isHeld: boolean }): boolean {
    const failures = turn.storeFailures + 1;
    logFault({ threadId: turn.threadId, doing: "storing the message", attempt: failures }, error);
    const isPassing = error instanceof ServiceError && error.code === "unavailable";
    if (!isPassing && failures >= MAX_ATTEMPTS && isHeld) {
      this.#goOnUntold(turn, meter);
      return true;
    }
    if (!isPassing && failures >= MAX_ATTEMPTS) {
      this.#drop(turn, refusal("internal", "The message could not be stored.", meter));
      return true;
    }
    this.#room.turns.recordStoreFailure(turn.seq, this.#room.now() + backoffMs(failures));
    for (const seq of this.#waiting.keys()) if (seq >= turn.seq) this.#resolve(seq, refusal("unavailable", KEPT_FOR_LATER, meter));
    return false;
  }

  /** D1 holds it, but its event cannot be told: the answer is written all the same, and whoever reads the thread finds both. */
  #goOnUntold(turn: Turn, meter: Meter): void {
    const { transaction, turns, plans, now } = this.#room;
    transaction(() => {
      plans.remove(turn.seq);
      if (turn.answerMessageId === null) turns.remove(turn.seq);
      else turns.markStored(turn.seq, now());
    });
    this.#resolve(turn.seq, acceptance(turn, "", meter, null));
  }

  #drop(turn: Turn, told: Refusal): void {
    const { transaction, turns, plans, endings } = this.#room;
    transaction(() => {
      plans.remove(turn.seq);
      turns.remove(turn.seq);
    });
    endings.forget(turn.messageId);
    this.#resolve(turn.seq, told);
  }

  #outcomeOf(seq: number, messagesShown: number | null): Promise<AcceptResult> {
    const { promise, resolve } = Promise.withResolvers<AcceptResult>();
    this.#waiting.set(seq, [...(this.#waiting.get(seq) ?? []), { messagesShown, resolve }]);
    return promise;
  }

  #resolve(seq: number, result: AcceptResult): void {
    for (const waiting of this.#waiting.get(seq) ?? []) waiting.resolve(result);
    this.#waiting.delete(seq);
  }
}

function acceptance(turn: Turn, eventKey: string, meter: Meter, thread: ThreadRows | null) {
  const { messageId, answerMessageId } = turn;
  return {
    ok: true as const,
    messageId,
    answerMessageId,
    transformationId: answerMessageId === null ? null : turn.transformationId,
    eventKey,
    meter,
    thread,
  };
}

function refusal(code: Refusal["code"], message: string, meter: Meter = NO_COST): Refusal {
  return { ok: false, code, message, meter };
}
