import type { ThreadEvent } from "../../domain/events.ts";
import type { EventLog } from "./event-log.ts";

/**
 * Stores events together with the change that they report, then sends them to every socket. First closes
 * sockets of listeners that lost access.
 * @throws ServiceError `unavailable` if D1 is unavailable, in which case nothing has changed
 */
export type Publish = (events: readonly ThreadEvent[], change: () => void) => Promise<void>;

interface Deps {
  readonly guard: { readonly ensure: () => Promise<void> };
  readonly log: Pick<EventLog, "append">;
  readonly connections: { readonly broadcast: (frames: readonly string[], now: number) => void };
  /** Runs a transaction of the room's SQLite. */
  readonly transaction: <T>(change: () => T) => T;
  readonly now: () => number;
}

export function publisher({ guard, log, connections, transaction, now }: Deps): Publish {
  return async (events, change) => {
    if (events.length === 0) return transaction(change);
    await guard.ensure();
    const frames = transaction(() => {
      change();
      return log.append(events);
    });
    connections.broadcast(frames, now());
  };
}
