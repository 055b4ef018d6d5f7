import { ServiceError } from "../../domain/errors.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import {
  type Denial,
  selectBarred,
  type Listeners,
  removePresence,
  sweepPresence,
} from "../../storage/d1/threads/presence.ts";
import { logRoomFault } from "../log/log-fault.ts";
import type { RoomSockets } from "./room-sockets.ts";
import { listenersOf } from "./listeners.ts";
import type { SocketSession } from "./socket-session.ts";
import { MS_PER_MINUTE, MS_PER_DAY } from "../../domain/time.ts";

/** Maximum age in milliseconds of an access check when the room sends to a listener. */
const FRESH_MS = 1_000;
/** Maximum clock difference between the Worker and the room, in milliseconds. */
const CLOCK_SKEW_MS = 1_000;
/** Longer than any upgrade of a socket takes, in milliseconds. */
const UNDER_WAY_MS = MS_PER_MINUTE;
const SWEPT_AFTER_MS = MS_PER_DAY;

type Barred = Awaited<ReturnType<typeof selectBarred>>[number];

interface Host {
  readonly threadId: string;
  readonly sockets: RoomSockets;
  readonly database: () => Database;
  readonly now: () => number;
}

/**
 * Closes sockets of listeners that D1 no longer permits to read the thread. The state is in memory, so after
 * a restart the guard queries D1 again. Access changes find the room by its presence rows. A periodic sweep
 * deletes stale rows.
 */
export class AccessGuard {
  readonly #host: Host;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #reducedAt = Number.NEGATIVE_INFINITY;
  /** Users who left, each with the time up to which their presence rows may be deleted. */
  readonly #gone = new Map<string, number>();
  #forgetting: Promise<void> | null = null;

  constructor(host: Host) {
    this.#host = host;
  }

  /**
   * Closes sockets that lost access. Call it before a broadcast.
   * @throws ServiceError `unavailable` if D1 is unavailable, in which case the caller must not send
   */
  async ensure(): Promise<void> {
    const { sockets, now } = this.#host;
    const age = now() - this.#checkedAt;
    if (sockets.isEmpty() || (age >= 0 && age <= FRESH_MS)) return;
    try {
      await this.#check(sockets.listeners(now()));
    } catch (error) {
      throw new ServiceError("unavailable", "The service could not check the access of connected clients.", {
        cause: error,
      });
    }
  }

  /** Handles a change that reduced a user's access. */
  async recheck(): Promise<void> {
    const { sockets, now } = this.#host;
    this.#reducedAt = now();
    await this.#check(sockets.listeners(now()), true);
  }

  /**
   * The reason to deny a new socket, or null. Queries D1 again if the Worker's check is too old or access was
   * reduced since.
   */
  async denies(session: SocketSession): Promise<Denial | null> {
    const { threadId, database, now } = this.#host;
    const isFresh =
      now() - session.openedAt <= FRESH_MS && session.openedAt > this.#reducedAt + CLOCK_SKEW_MS;
    if (isFresh) return null;
    const alone = listenersOf([session]);
    const db = database();
    for (;;) {
      const askedAt = now();
      const { barred } = await db.read({ barred: selectBarred(db, threadId, alone, new Date(askedAt)) });
      if (barred[0] !== undefined) return barred[0].denial;
      if (this.#reducedAt < askedAt) return null;
    }
  }

  /**
   * Handles a closed socket. Deletes the presence of a user after their last socket closed. Concurrent closes
   * share one deletion.
   */
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
    const swept = sweeps
      ? { swept: sweepPresence(db, threadId, listeners.userIds, startedAt - SWEPT_AFTER_MS) }
      : {};
    const { barred } = await db.read({
      barred: selectBarred(db, threadId, listeners, new Date(startedAt)),
      ...swept,
    });
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
        logRoomFault({ threadId, doing: "forgetting who listened", attempt: 1 }, error);
      }
    }
    this.#forgetting = null;
  }
}
