import type { Id } from "../domain/ids.ts";
import { DurableObject } from "cloudflare:workers";
import { organizationModels } from "../answering/organization-models.ts";
import { createAnswerers } from "../answering/create-answerers.ts";
import { guestAuthors } from "../auth/guest-author.ts";
import { quotasOf } from "../domain/quota.ts";
import { configOf } from "../config.ts";
import { AsyncMutex } from "../domain/async-mutex.ts";
import type { Env } from "../env.ts";
import { platformOf } from "../platform.ts";
import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
import type { Database } from "../storage/d1/core/database.ts";
import { withKey } from "../storage/d1/users/api-keys.ts";
import { AlarmScheduler } from "./alarms.ts";
import type { AcceptInput, AcceptResult, RoomKey, ThreadRoomApi } from "./api.ts";
import { AccessGuard } from "./connections/access-guard.ts";
import { RevokedLinks } from "./connections/revoked-links.ts";
import { DraftSender } from "./drafts/draft-sender.ts";
import { EventLog } from "./log/event-log.ts";
import { SupersededAnswers } from "./log/superseded-answers.ts";
import { ProgressNotifier } from "./log/progress-notifier.ts";
import { publisher } from "./log/publisher.ts";
import { Replays } from "./log/replays.ts";
import { ResyncNotifier } from "./log/resync-notifier.ts";
import { SentProgress } from "./log/sent-progress.ts";
import { Invalidations } from "./log/invalidations.ts";
import { SocketMessages } from "./intake/socket-messages.ts";
import { AcceptWaiters } from "./queue/accept-waiters.ts";
import { MessageIntake, WATCHDOG_MS } from "./intake/message-intake.ts";
import { TurnStore } from "./queue/turn-store.ts";
import { Presence, PRESENCE_WATCH_MS } from "./presence/presence.ts";
import { PresenceFrames } from "./presence/presence-frames.ts";
import { createRoomSchema } from "./schema.ts";
import { RoomSockets } from "./connections/room-sockets.ts";
import { readUpgrade } from "./connections/socket-session.ts";
import { answerClose, close } from "./connections/close-codes.ts";
import { AnswerWaiters } from "./turns/answer-waiters.ts";
import { withQueryTimeout } from "./turns/query-timeout.ts";
import type { IndexOf } from "./turns/draft-inline.ts";
import { assetStarter } from "./turns/start-assets.ts";
import { type ModelsOf, TurnRunner } from "./turns/turn-runner.ts";
import { TurnWriter } from "./turns/turn-writer.ts";
import { MS_PER_MINUTE } from "../domain/time.ts";

const MAX_WAIT_MS = MS_PER_MINUTE;
const SHARD = 0;

/**
 * A live thread. The room orders messages, generates one answer at a time, and sends every event to every
 * socket. The object's name is the thread's id.
 */
export class ThreadRoom extends DurableObject<Env> implements ThreadRoomApi {
  readonly #turns: TurnStore;
  readonly #log: EventLog;
  readonly #alarms: AlarmScheduler;
  readonly #sockets: RoomSockets;
  readonly #guard: AccessGuard;
  readonly #revokedLinks: RevokedLinks;
  readonly #answerWaiters = new AnswerWaiters();
  readonly #intake: MessageIntake;
  readonly #runner: TurnRunner;
  readonly #socketMessages: SocketMessages;
  readonly #progress: ProgressNotifier;
  readonly #replays: Replays;
  readonly #resync: ResyncNotifier;
  readonly #presence: Presence;
  readonly #drafts: DraftSender;
  readonly #runs = new AsyncMutex();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { storage } = ctx;
    const transaction = <T>(change: () => T): T => storage.transactionSync(change);
    createRoomSchema(storage.sql, transaction);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
    const threadId = ctx.id.name ?? "";
    const platform = platformOf(env);
    const now = (): number => Date.now();
    const database = (key: RoomKey | null = null): Database => withKey(withQueryTimeout(platform.database()), key);
    const indexOf: IndexOf = (organizationId) => platform.index(organizationId, SHARD);
    const answerWaiters = this.#answerWaiters;
    const waiters = new AcceptWaiters();
    const turns = (this.#turns = new TurnStore(storage.sql));
    const log = (this.#log = new EventLog(storage.sql));
    const alarms = (this.#alarms = new AlarmScheduler(
      storage.sql,
      (at) => (at === null ? storage.deleteAlarm() : storage.setAlarm(at)),
      now,
    ));
    const hidden = new SupersededAnswers(storage.sql);
    const authorOf = guestAuthors(configOf(env).linkSecret, threadId);
    const guests = { authorOf, isHidden: (id: string) => hidden.has(id) };
    const sockets = (this.#sockets = new RoomSockets(ctx, guests));
    const guard = (this.#guard = new AccessGuard({ threadId, sockets, database, now }));
    this.#revokedLinks = new RevokedLinks(storage.sql);
    const publish = publisher({ guard, log, connections: sockets, transaction, now });
    const startAsset = async (assetId: Id<"asset">): Promise<void> => platform.pipeline(assetId).start({ assetId });
    const defer = (work: Promise<unknown>): void => ctx.waitUntil(work);
    const startAssets = assetStarter({ database, startAsset, defer, now });
    const answerers = createAnswerers(platform.languageModels());
    const modelsOf: ModelsOf = (db, whose) => {
      return organizationModels(db, { models: platform.languageModels(), secrets: configOf(env).modelKeySecrets }, whose);
    };
    const send = (frame: string, at: number): void => sockets.sendDraft(frame, at);
    const drafts = (this.#drafts = new DraftSender({ ensure: () => guard.ensure(), send, now }));
    const storing = { turns, waiters, answerWaiters, publish, hidden, transaction, database, indexOf, startAssets, answerers, now };
    const quotas = (organizationId: Id<"org">) => quotasOf(configOf(env).quotas, organizationId);
    const writer = new TurnWriter({ ...storing, listeners: sockets, quotasOf: quotas });
    const storeAll = (): Promise<boolean> => writer.storeAll();
    const answering = { turns, answerWaiters, publish, storeAll, startAssets, database, indexOf, answerers, modelsOf, drafts, defer, now };
    this.#runner = new TurnRunner(answering);
    const answerNext = (): void => ctx.waitUntil(this.#runNext());
    this.#intake = new MessageIntake({ turns, waiters, alarms, transaction, now, storeAll, answerNext });
    const accept = (input: AcceptInput): Promise<AcceptResult> => this.#intake.accept(input);
    const watch = (): void => this.#watchPresence();
    const frames = new PresenceFrames(authorOf);
    const presence = (this.#presence = new Presence({ sockets, frames, ensure: () => guard.ensure(), watch, now }));
    const { hasSpace } = platform;
    const limiter = platform.limits.message;
    const models = platform.languageModels().map(({ id }) => id);
    this.#socketMessages = new SocketMessages({ presence, sockets, database, now, accept, hasSpace, limiter, models });
    this.#replays = new Replays({ threadId, log, database });
    const invalidations = new Invalidations(storage.sql);
    this.#resync = new ResyncNotifier({ threadId, guard, log, invalidations, connections: sockets, transaction, database, now });
    this.#progress = new ProgressNotifier({ threadId, sent: new SentProgress(storage.sql), publish, database, now });
  }

  /**
   * Accepts a message. If the result is `ok`, D1 has stored the message, and the room answers it even after a
   * crash.
   * @param scope the sources that the asker may use, if the caller has just read them; with them the answer
   * may be ready immediately
   */
  async accept(input: AcceptInput, scope: AnswerScope | null = null): Promise<AcceptResult> {
    if (!this.#isHere(input.threadId)) throw new Error("the message is another thread's");
    return this.#intake.accept(input, scope);
  }

  /**
   * Waits up to `timeoutMs`, at most a minute, until the turn has ended. Read the answer from D1 afterwards.
   * @param messageId the turn's id or the answer's
   * @returns whether the turn has ended
   */
  async waitForAnswer(messageId: string, timeoutMs: number): Promise<{ readonly done: boolean }> {
    const turn = this.#turns.find(messageId) ?? this.#turns.findByAnswer(messageId);
    if (turn === null) return { done: true };
    return { done: await this.#answerWaiters.wait(turn.messageId, Math.min(Math.max(timeoutMs, 0), MAX_WAIT_MS)) };
  }

  /**
   * Handles a revoked public link: closes the sockets of its guests with 4403 and admits no new guests.
   * Idempotent.
   */
  closeGuests(tokenId: string): void {
    this.#revokedLinks.add(tokenId, Date.now());
    this.#sockets.closeGuests(tokenId);
    this.#presence.changed();
  }

  /**
   * Handles reduced access: closes sockets of listeners that lost access, with 4403, or with 4412 after a
   * merge. Idempotent.
   */
  async recheckAccess(): Promise<void> {
    await this.#guard.recheck();
    this.#presence.changed();
  }

  /** Notifies users of the progress of an asset that the thread watches. Idempotent. */
  async assetProgressed(assetId: Id<"asset">): Promise<void> {
    await this.#progress.notify(assetId);
  }

  /**
   * Stops the attempt that generates an answer to this message, after the service ended the answers in D1.
   * Idempotent.
   */
  async answerStopped(messageId: string): Promise<void> {
    await this.#runner.stop(messageId);
    // Turns behind the stopped one can start now.
    this.ctx.waitUntil(this.#runNext());
  }

  /**
   * Makes all clients read the thread again, because this change deleted or restored a document that the
   * thread showed. Idempotent.
   */
  async requestResync(change: string): Promise<void> {
    await this.#resync.requestResync(change);
  }

  /**
   * Deletes events, because they may contain text of a permanently deleted document. Clients read the thread
   * again. Idempotent.
   */
  async dropEvents(change: string, deletedAt: number): Promise<void> {
    await this.#resync.dropEvents(change, deletedAt);
  }

  /** Removes the room's data, after the service marked the thread as deleted in D1. Idempotent. */
  async deleteAll(): Promise<void> {
    await this.#guard.recheck();
    this.#resync.end();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    createRoomSchema(this.ctx.storage.sql, (change) => this.ctx.storage.transactionSync(change));
  }

  /** Number of stored turns and events. */
  countStored(): number {
    return this.#turns.count() + this.#log.count();
  }

  /** Number of the user's open sockets in this room, including streams. */
  countConnections(userId: string): number {
    return this.#sockets.connectionsOf(userId, Date.now());
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
    const { read, beside: denied } = await this.#replays.prepare(since, async () => await this.#guard.denies(session));
    const hasEnded = session.kind === "guest" && this.#revokedLinks.has(session.tokenId);
    const denial = hasEnded ? "forbidden" : denied;
    const response = this.#sockets.join(upgrade, denial ?? read(), Date.now(), this.#drafts.whole());
    if (denial !== null) return response;
    this.#presence.joined(session.presence);
    const expiresAt = session.tokenExpiresAt ?? Infinity;
    if (expiresAt < (this.#alarms.dueAt("expiry") ?? Infinity)) await this.#alarms.schedule("expiry", expiresAt);
    return response;
  }

  /** Resumes interrupted turns and runs retries. */
  override async alarm(): Promise<void> {
    const alarms = this.#alarms;
    const now = Date.now();
    if (alarms.isDue("expiry", now)) await alarms.schedule("expiry", this.#sockets.closeExpired(now));
    if (alarms.isDue("presence", now)) await alarms.schedule("presence", this.#presence.checkSilent() ? now + PRESENCE_WATCH_MS : null);
    if (alarms.dueAt("turns") === null) return alarms.schedule("turns", null);
    await alarms.schedule("turns", Date.now() + WATCHDOG_MS);
    await this.#runNext();
  }

  /**
   * Runs the next turn. Calls run one after the other, and each records the start of a turn before the next
   * call reads the queue.
   */
  async #runNext(): Promise<void> {
    await this.#runs.run(() => this.#runner.runNext());
    await this.#alarms.schedule("turns", this.#turns.nextDueAt());
  }

  override async webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    await this.#socketMessages.onMessage(socket, frame);
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    answerClose(socket, code);
    this.#presence.changed();
    await this.#guard.left(socket);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    close(socket, 1011, "The connection broke.");
    this.#presence.changed();
    await this.#guard.left(socket);
  }

  /** Schedules checks for users whose connections ended silently, while a socket receives presence. */
  #watchPresence(): void {
    if (this.#alarms.dueAt("presence") === null) this.ctx.waitUntil(this.#alarms.schedule("presence", Date.now() + PRESENCE_WATCH_MS));
  }

  #isHere(threadId: string): boolean {
    return this.ctx.id.name === threadId;
  }
}
