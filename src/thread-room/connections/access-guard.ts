import { ServiceError } from "../../domain/errors.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { type Denial, listBarred, type Listeners, removePresence, sweepPresence } from "../../storage/d1/threads/presence.ts";
import { logFault } from "../log/log-fault.ts";
import { listenersOf, type RoomSockets } from "./room-sockets.ts";
import type { SocketSession } from "./socket-session.ts";

/** How old an answer of D1 may be when something is sent to a listener. */
const FRESH_MS = 1_000;
/** How much the clocks of the Worker and of the room may differ. */
const CLOCK_SKEW_MS = 1_000;
/** Longer than any upgrade is under way. */
const UNDER_WAY_MS = 60_000;
const SWEPT_AFTER_MS = 24 * 60 * 60_000;

type Barred = Awaited<ReturnType<typeof listBarred>>[number];

interface Host {
  readonly threadId: string;
  readonly sockets: RoomSockets;
  readonly database: () => Database;
  readonly now: () => number;
}

/**
 * Keeps the listeners to those whom D1 lets read the thread. What it knows is memory only: after a restart it asks again. Presence rows are
 * how a change of access finds the room; what is left of them too long is swept.
 */
export class AccessGuard {
  readonly #host: Host;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #reducedAt = Number.NEGATIVE_INFINITY;
  /** Users who have left, with the moment up to which their rows are theirs. */
  readonly #gone = new Map<string, number>();
  #forgetting: Promise<void> | null = null;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Call it before a broadcast: who may not listen is closed first. @throws ServiceError `unavailable`: nothing may be sent now */
  async ensure(): Promise<void> {
    const { sockets, now } = this.#host;
    const age = now() - this.#checkedAt;
    if (sockets.isEmpty() || (age >= 0 && age <= FRESH_MS)) return;
    try {
      await this.#check(sockets.listeners(now()));
    } catch (error) {
      throw new ServiceError("unavailable", "The service could not check the access of connected clients.", { cause: error });
    }
  }

  /** Somebody's access has become less. */
  async recheck(): Promise<void> {
    const { sockets, now } = this.#host;
    this.#reducedAt = now();
    await this.#check(sockets.listeners(now()), true);
  }

  /** Why a newcomer may not listen, or null: D1 is asked once more where it was asked too long ago, or before access was reduced. */
  async denies(session: SocketSession): Promise<Denial | null> {
    const { threadId, database, now } = this.#host;
    const isFresh = now() - session.openedAt <= FRESH_MS && session.openedAt > this.#reducedAt + CLOCK_SKEW_MS;
    if (isFresh) return null;
    const alone = listenersOf([session]);
    const db = database();
    for (;;) {
      const askedAt = now();
      const { barred } = await db.read({ barred: listBarred(db, threadId, alone, new Date(askedAt)) });
      if (barred[0] !== undefined) return barred[0].denial;
      if (this.#reducedAt < askedAt) return null;
    }
  }

  /** A socket has closed. When it was its user's last one, their presence ends; many who leave at once are forgotten together. */
  async left(socket: WebSocket): Promise<void> {
    const { sockets, now } = this.#host;
    const session = sockets.lastSessionOf(socket);
    if (session?.kind !== "user" || sockets.hasOther(socket, session.userId, now())) return;
    this.#gone.set(session.userId, Math.max(session.openedAt, now() - UNDER_WAY_MS));
    this.#forgetting ??= this.#forget();
    await this.#forgetting;
  }

  async #check(listeners: Listeners, sweeps = false): Promise<void> {
    const { threadId, sockets, database, now } = this.#host;
    const startedAt = now();
    const db = database();
    const swept = sweeps ? { swept: sweepPresence(db, threadId, listeners.userIds, startedAt - SWEPT_AFTER_MS) } : {};
    const { barred } = await db.read({ barred: listBarred(db, threadId, listeners, new Date(startedAt)), ...swept });
    sockets.closeDenied(new Map((barred as Barred[]).map((each) => [each.id, each.denial])));
    this.#checkedAt = startedAt;
  }

  async #forget(): Promise<void> {
    const { threadId, database } = this.#host;
    const db = database();
    while (this.#gone.size > 0) {
      const gone = [...this.#gone].map(([userId, upTo]) => ({ userId, upTo }));
      this.#gone.clear();
      try {
        await db.write([removePresence(db, threadId, gone)]);
      } catch (error) {
        logFault({ threadId, doing: "forgetting who listened", attempt: 1 }, error);
      }
    }
    this.#forgetting = null;
  }
}
