import type { Platform } from "../platform.ts";
import type { Database } from "../storage/d1/core/database.ts";
import type { TurnsForOthers } from "./turns-for-others.ts";

/** What the handlers of jobs work on. */
export interface JobStores {
  readonly db: Database;
  readonly platform: Pick<Platform, "room" | "bucket" | "index" | "pipeline" | "shortTexts" | "cleanStores">;
}

/** What the handlers of jobs work with. */
export interface JobContext extends JobStores {
  /** Of all that is done one after the other: a job that has let others in is not waited for again. */
  readonly turns: TurnsForOthers;
}
