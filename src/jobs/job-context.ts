import type { Platform } from "../platform.ts";
import type { Database } from "../storage/d1/core/database.ts";
import type { YieldTimer } from "./yield-timer.ts";

/** The stores that job handlers use. */
export interface JobStores {
  readonly db: Database;
  readonly platform: Pick<Platform, "room" | "bucket" | "index" | "pipeline" | "bulkIngest" | "cleanStores">;
}

/** The dependencies of job handlers. */
export interface JobContext extends JobStores {
  /** The timer of all jobs of one run. Sharing it prevents double pauses of nested jobs. */
  readonly yieldTimer: YieldTimer;
}
