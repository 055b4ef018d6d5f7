import { ServiceError } from "../../domain/errors.ts";
import type { RoomKey } from "../api.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { withDeadline } from "./deadline.ts";

/** Returns D1 with its own query statistics, limited to the API key; null for a person. */
export type DatabaseOf = (key: RoomKey | null) => Database;

/** Timeout of a query in milliseconds, longer than D1 permits a query to run. */
const TRIP_TIMEOUT_MS = 40_000;

/**
 * D1 with a timeout for each query, because a query that hangs blocks the whole thread. A timeout counts as
 * unavailability of D1. The query may still complete later, like after a crash of the room.
 */
export function withQueryTimeout(db: Database): Database {
  const bounded = async <T>(trip: Promise<T>): Promise<T> => {
    try {
      return await withDeadline(trip, TRIP_TIMEOUT_MS);
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === "deadline_exceeded")) throw error;
      throw new ServiceError("unavailable", "The database does not respond. Try again in a moment.", {
        cause: error,
      });
    }
  };
  return {
    ...db,
    read: (queries) => bounded(db.read(queries)),
    write: (statements) => bounded(db.write(statements)),
    withFreshStats: () => withQueryTimeout(db.withFreshStats()),
    narrowed: (grants) => withQueryTimeout(db.narrowed(grants)),
  };
}
