import type { Database } from "../storage/d1/database.ts";
import { listRooms, type ReducedAccess } from "../storage/d1/presence-store.ts";
import type { Platform } from "./platform.ts";

const ROOMS_A_DELIVERY = 50;

/**
 * Has the rooms ask anew who of their listeners may still read, where less access concerns somebody who listens.
 * @param target `user/<id>`, `collection/<id>` or `thread/<id>`; a slash and a thread's id behind it: the rooms after that one
 * @returns the target of the delivery that goes on; null when all rooms have been told
 * @throws Error when a room could not be told; the others have been
 */
export async function recheckRooms(db: Database, platform: Platform, target: string): Promise<string | null> {
  const [kind, id, after = ""] = target.split("/");
  const reduced = `${kind}/${id}` as ReducedAccess;
  const { rooms } = await db.read({ rooms: listRooms(db, reduced, after, ROOMS_A_DELIVERY) });
  const told = await Promise.allSettled(rooms.map(({ threadId }) => platform.room(threadId).recheckAccess()));
  const failed = told.find((result) => result.status === "rejected");
  if (failed !== undefined) throw new Error("a room could not be told", { cause: failed.reason });
  const last = rooms.at(-1)?.threadId;
  return rooms.length < ROOMS_A_DELIVERY || last === undefined ? null : `${reduced}/${last}`;
}
