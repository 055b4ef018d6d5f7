import { DurableObject } from "cloudflare:workers";
import type { Env } from "../env.ts";
import { createDatabase } from "../storage/d1/database.ts";
import { AccessWatch } from "./access-watch.ts";
import { AlarmScheduler } from "./alarm-scheduler.ts";
import type { AcceptInput, AcceptResult, Ending } from "./api.ts";
import { NO_COST } from "./api.ts";
import { withBoundedTrips } from "./bounded-database.ts";
import { EndedLinks } from "./ended-links.ts";
import { Endings } from "./turns/endings.ts";
import { EventLog } from "./events/event-log.ts";
import { FrameIntake } from "./client-frames/frame-intake.ts";
import { KnowledgePlans } from "./turns/knowledge-plans.ts";
import { ToldProgress } from "./told-progress.ts";
import { ProgressTeller } from "./progress-teller.ts";
import { Reception } from "./turns/reception.ts";
import { RoomSockets } from "./sockets/room-sockets.ts";
import type { Room } from "./room.ts";
import { createSchema } from "./schema.ts";
import { SerialChain } from "../domain/serial-chain.ts";
import { readUpgrade } from "./sockets/socket-session.ts";
import { answerClose, close } from "./sockets/socket-writes.ts";
import { TurnRunner } from "./turns/turn-runner.ts";
import { TurnStore } from "./turns/turn-store.ts";

const MAX_WAIT_MS = 60_000;
/** Within this time after a crash a turn that was cut off is taken up again. */
const WATCHDOG_MS = 5_000;
const SHARD = 0;

/** One thread, live: its messages in one order, its answers one after the other, its events to every socket. The object's name is the thread's id. */
export class ThreadRoom extends DurableObject<Env> {
  readonly #room: Room;
  readonly #reception: Reception;
  readonly #runner: TurnRunner;
  readonly #intake: FrameIntake;
  readonly #endedLinks: EndedLinks;
  readonly #progress: ProgressTeller;
  readonly #alarmRuns = new SerialChain();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { storage } = ctx;
    createSchema(storage.sql, (change) => storage.transactionSync(change));
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
    const host = {
      threadId: ctx.id.name ?? "",
      sockets: new RoomSockets(ctx),
      database: () => withBoundedTrips(createDatabase(env.DB)),
      now: () => Date.now(),
    };
    this.#room = {
      ...host,
      access: new AccessWatch(host),
      turns: new TurnStore(storage.sql),
      log: new EventLog(storage.sql),
      alarms: new AlarmScheduler(storage.sql, (at) => (at === null ? storage.deleteAlarm() : storage.setAlarm(at)), host.now),
      endings: new Endings(),
      plans: new KnowledgePlans(storage.sql),
      transaction: (change) => storage.transactionSync(change),
      search: async (organizationId, input) => env.KNOWLEDGE_INDEX.getByName(`${organizationId}/${SHARD}`).search(input),
      startAsset: async (assetId) => env.ASSET_PIPELINE.getByName(assetId).start({ assetId }),
      defer: (work) => ctx.waitUntil(work),
    };
    this.#endedLinks = new EndedLinks(storage.sql);
    this.#progress = new ProgressTeller(this.#room, host.threadId, new ToldProgress(storage.sql));
    this.#reception = new Reception(this.#room);
    this.#runner = new TurnRunner(this.#room, this.#reception);
    this.#intake = new FrameIntake({ room: this.#room, accept: (input) => this.#reception.accept(input), limiter: env.MESSAGE_LIMIT });
  }

  /** Takes a message into the thread. When it returns `ok`, D1 holds the message and the room will answer it, whatever happens. */
  async accept(input: AcceptInput): Promise<AcceptResult> {
    if (!this.#isHere(input.threadId)) throw new Error("the message is another thread's");
    return this.#reception.accept(input);
  }

  /** Waits until the prompt's turn has ended, at most a minute. The thread is what its author may see: hand it to nobody else. */
  async waitForAnswer(messageId: string, timeoutMs: number): Promise<Ending> {
    const { endings, turns } = this.#room;
    const kept = endings.take(messageId);
    if (kept !== null) return kept;
    if (turns.find(messageId) === null) return { done: true, meter: NO_COST, units: 0, thread: null };
    return endings.wait(messageId, Math.min(Math.max(timeoutMs, 0), MAX_WAIT_MS));
  }

  /** A public link has ended: its guests' sockets close with 4403, and none of them is let in any more. Harmless when called twice. */
  closeGuests(tokenId: string): void {
    this.#endedLinks.add(tokenId, this.#room.now());
    this.#room.sockets.closeGuests(tokenId);
  }

  /** Somebody's access to the thread may have become less: whoever may not listen any more is closed with 4403. Harmless when called twice. */
  async recheckAccess(): Promise<void> {
    await this.#room.access.recheck();
  }

  /** The processing of an asset that the thread watches went on: its people hear how it is now. Harmless when called twice. */
  async assetProgressed(assetId: string): Promise<void> {
    await this.#progress.tell(assetId);
  }

  /** The Worker's upgrade of a socket whose user it has authenticated and found in D1, or whose link it has found live. */
  override async fetch(request: Request): Promise<Response> {
    const upgrade = readUpgrade(request);
    if (upgrade === null || !this.#isHere(upgrade.session.threadId)) {
      return new Response("This is not a socket of this thread.", { status: 400 });
    }
    const { log, sockets, alarms, access } = this.#room;
    const { session, since } = upgrade;
    const isBarred = await access.bars(session);
    const hasEnded = session.kind === "guest" && this.#endedLinks.has(session.tokenId);
    const missed = since === null ? [] : log.since(since);
    const response = sockets.join(upgrade, isBarred || hasEnded ? null : missed, this.#room.now());
    if (isBarred || hasEnded) return response;
    const expiresAt = session.tokenExpiresAt ?? Infinity;
    if (expiresAt < (alarms.dueAt("expiry") ?? Infinity)) await alarms.schedule("expiry", expiresAt);
    return response;
  }

  /** Never two at once: a turn is written down as begun before the next look at the queue. */
  override async alarm(): Promise<void> {
    const { alarms, sockets, turns, now } = this.#room;
    if (alarms.isDue("expiry", now())) await alarms.schedule("expiry", sockets.closeExpired(now()));
    if (alarms.dueAt("turns") === null) return alarms.schedule("turns", null);
    await alarms.schedule("turns", now() + WATCHDOG_MS);
    await this.#alarmRuns.run(() => this.#runner.runNext());
    await alarms.schedule("turns", turns.nextDueAt());
  }

  override async webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    await this.#intake.receive(socket, frame);
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    answerClose(socket, code);
    await this.#room.access.left(socket);
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    close(socket, 1011, "The connection broke.");
    await this.#room.access.left(socket);
  }

  #isHere(threadId: string): boolean {
    return this.ctx.id.name === threadId;
  }
}
