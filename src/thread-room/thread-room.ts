import type { Id } from "../domain/ids.ts";
import { DurableObject } from "cloudflare:workers";
import { AsyncMutex } from "../domain/async-mutex.ts";
import type { Env } from "../env.ts";
import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
import type { AcceptInput, AcceptResult, ProvenAnswer, ThreadRoomApi } from "./api.ts";
import { WATCHDOG_MS } from "./intake/message-intake.ts";
import { PRESENCE_WATCH_MS } from "./presence/presence.ts";
import { createRoomSchema } from "./schema.ts";
import { readUpgrade } from "./connections/socket-session.ts";
import { answerClose, close } from "./connections/close-codes.ts";
import { MS_PER_MINUTE } from "../domain/time.ts";
import { createRoomParts, type RoomParts } from "./room-parts.ts";

const MAX_WAIT_MS = MS_PER_MINUTE;

/**
 * A live thread. The room orders messages, generates one answer at a time, and sends every event to every
 * socket. The object's name is the thread's id.
 */
export class ThreadRoom extends DurableObject<Env> implements ThreadRoomApi {
  readonly #parts: RoomParts;
  readonly #runs = new AsyncMutex();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#parts = createRoomParts(ctx, env, {
      answerNext: () => ctx.waitUntil(this.#runNext()),
      watchPresence: () => this.#watchPresence(),
    });
  }

  /**
   * Accepts a message. If the result is `ok`, D1 has stored the message, and the room answers it even after a
   * crash.
   * @param scope the sources that the asker may use, if the caller has just read them; with them the answer
   * may be ready immediately
   */
  async accept(input: AcceptInput, scope: AnswerScope | null = null): Promise<AcceptResult> {
    if (!this.#isHere(input.threadId)) throw new Error("the message belongs to another thread");
    return this.#parts.intake.accept(input, scope);
  }

  /**
   * Waits up to `timeoutMs`, at most a minute, until the turn has ended. Read the answer from D1 afterwards.
   * @param messageId the turn's id or the answer's
   * @returns whether the turn has ended
   */
  async waitForAnswer(messageId: string, timeoutMs: number): Promise<{ readonly done: boolean }> {
    const turn = this.#parts.turns.find(messageId) ?? this.#parts.turns.findByAnswer(messageId);
    if (turn === null) return { done: true };
    return {
      done: await this.#parts.answerWaiters.wait(
        turn.messageId,
        Math.min(Math.max(timeoutMs, 0), MAX_WAIT_MS),
      ),
    };
  }

  /**
   * Handles a revoked public link: closes the sockets of its guests with 4403 and admits no new guests.
   * Idempotent.
   */
  closeGuests(tokenId: string): void {
    this.#parts.revokedLinks.add(tokenId, Date.now());
    this.#parts.sockets.closeGuests(tokenId);
    this.#parts.presence.changed();
  }

  /**
   * Handles reduced access: closes sockets of listeners that lost access, with 4403, or with 4412 after a
   * merge. Idempotent.
   */
  async recheckAccess(): Promise<void> {
    await this.#parts.guard.recheck();
    this.#parts.presence.changed();
  }

  /** Notifies users of the progress of an asset that the thread watches. Idempotent. */
  async assetProgressed(assetId: Id<"asset">): Promise<void> {
    await this.#parts.progress.notify(assetId);
  }

  /**
   * Returns the proven part of the answer that a model is writing to this message. Null: no model writes, or
   * nothing is proven.
   */
  async provenSoFar(messageId: string): Promise<ProvenAnswer | null> {
    return await Promise.resolve(this.#parts.drafts.proven(messageId));
  }

  /**
   * Stops the attempt that generates an answer to this message, after the service ended the answers in D1.
   * Idempotent.
   */
  async answerStopped(messageId: string): Promise<void> {
    await this.#parts.runner.stop(messageId);
    // Turns behind the stopped one can start now.
    this.ctx.waitUntil(this.#runNext());
  }

  /**
   * Makes all clients read the thread again, because this change deleted or restored a document that the
   * thread showed. Idempotent.
   */
  async requestResync(change: string): Promise<void> {
    await this.#parts.resync.requestResync(change);
  }

  /**
   * Deletes events, because they may contain text of a permanently deleted document. Clients read the thread
   * again. Idempotent.
   */
  async dropEvents(change: string, deletedAt: number): Promise<void> {
    this.#parts.notes.clear();
    await this.#parts.resync.dropEvents(change, deletedAt);
  }

  /** Removes the room's data, after the service marked the thread as deleted in D1. Idempotent. */
  async deleteAll(): Promise<void> {
    await this.#parts.guard.recheck();
    this.#parts.resync.end();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    createRoomSchema(this.ctx.storage.sql, (change) => this.ctx.storage.transactionSync(change));
  }

  /** Number of stored turns and events. */
  countStored(): number {
    return this.#parts.turns.count() + this.#parts.log.count();
  }

  /** Number of the newest event. D1 holds the changes of all events up to it. */
  lastSeq(): number {
    return this.#parts.log.lastSeq();
  }

  /** Number of the user's open sockets in this room, including streams. */
  countConnections(userId: string): number {
    return this.#parts.sockets.connectionsOf(userId, Date.now());
  }

  /**
   * Upgrades a socket. The Worker has already authenticated its user and checked access in D1, or checked its
   * public link.
   */
  override async fetch(request: Request): Promise<Response> {
    const upgrade = readUpgrade(request);
    if (upgrade === null || !this.#isHere(upgrade.session.threadId)) {
      return new Response("This is not a socket of this thread.", { status: 400 });
    }
    const { session, since } = upgrade;
    const { read, beside: denied } = await this.#parts.replays.prepare(
      since,
      async () => await this.#parts.guard.denies(session),
    );
    const hasEnded = session.kind === "guest" && this.#parts.revokedLinks.has(session.tokenId);
    const denial = hasEnded ? "forbidden" : denied;
    const response = this.#parts.sockets.join(
      upgrade,
      denial ?? read(),
      Date.now(),
      this.#parts.drafts.whole(),
    );
    if (denial !== null) return response;
    this.#parts.presence.joined(session.presence);
    const expiresAt = session.tokenExpiresAt ?? Infinity;
    if (expiresAt < (this.#parts.alarms.dueAt("expiry") ?? Infinity))
      await this.#parts.alarms.schedule("expiry", expiresAt);
    return response;
  }

  /** Resumes interrupted turns and runs retries. */
  override async alarm(): Promise<void> {
    const alarms = this.#parts.alarms;
    const now = Date.now();
    if (alarms.isDue("expiry", now)) await alarms.schedule("expiry", this.#parts.sockets.closeExpired(now));
    if (alarms.isDue("presence", now))
      await alarms.schedule("presence", this.#parts.presence.checkSilent() ? now + PRESENCE_WATCH_MS : null);
    if (alarms.dueAt("turns") === null) return alarms.schedule("turns", null);
    await alarms.schedule("turns", Date.now() + WATCHDOG_MS);
    await this.#runNext();
  }

  /**
   * Runs the next turn. Calls run one after the other, and each records the start of a turn before the next
   * call reads the queue.
   */
  async #runNext(): Promise<void> {
    await this.#runs.run(() => this.#parts.runner.runNext());
    await this.#parts.alarms.schedule("turns", this.#parts.turns.nextDueAt());
  }

  override async webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    await this.#parts.socketMessages.onMessage(socket, frame);
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    answerClose(socket, code);
    this.#parts.presence.changed();
    await this.#parts.guard.left(socket);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    close(socket, 1011, "The connection broke.");
    this.#parts.presence.changed();
    await this.#parts.guard.left(socket);
  }

  /** Schedules checks for users whose connections ended silently, while a socket receives presence. */
  #watchPresence(): void {
    if (this.#parts.alarms.dueAt("presence") === null)
      this.ctx.waitUntil(this.#parts.alarms.schedule("presence", Date.now() + PRESENCE_WATCH_MS));
  }

  #isHere(threadId: string): boolean {
    return this.ctx.id.name === threadId;
  }
}
