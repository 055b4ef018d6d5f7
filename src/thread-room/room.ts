import type { ThreadEvent } from "../domain/events.ts";
import type { SearchResult } from "../domain/retrieval.ts";
import type { SearchInput } from "../knowledge-index/api.ts";
import type { Database } from "../storage/d1/database.ts";
import type { AccessWatch } from "./access-watch.ts";
import type { AlarmScheduler } from "./alarm-scheduler.ts";
import type { Endings } from "./turns/endings.ts";
import type { EventLog } from "./events/event-log.ts";
import type { KnowledgePlans } from "./turns/knowledge-plans.ts";
import type { RoomSockets } from "./sockets/room-sockets.ts";
import type { TurnStore } from "./turns/turn-store.ts";

/** What the parts of a room share. */
export interface Room {
  readonly turns: TurnStore;
  readonly log: EventLog;
  readonly alarms: AlarmScheduler;
  readonly sockets: RoomSockets;
  readonly access: AccessWatch;
  readonly endings: Endings;
  readonly plans: KnowledgePlans;
  /** All or nothing in the room's SQLite. */
  readonly transaction: <T>(change: () => T) => T;
  /** D1 with a meter of its own. */
  readonly database: () => Database;
  readonly search: (organizationId: string, input: SearchInput) => Promise<SearchResult>;
  /** Has an asset's pipeline begin. */
  readonly startAsset: (assetId: string) => Promise<void>;
  /** Lets work go on beside what the room does. */
  readonly defer: (work: Promise<unknown>) => void;
  readonly now: () => number;
}

/**
 * Persists the events together with the change that makes them true, then tells every socket; whoever may not listen any more is closed before.
 * @throws ServiceError `unavailable` when that could not be found out: nothing was changed
 */
export async function publish(room: Room, events: readonly ThreadEvent[], change: () => void): Promise<void> {
  await room.access.ensure();
  const frames = room.transaction(() => {
    change();
    return room.log.append(events);
  });
  room.sockets.broadcast(frames, room.now());
}
