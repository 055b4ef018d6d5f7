import type { Platform } from "../platform.ts";
import type { Database } from "../storage/d1/core/database.ts";

/** What the handlers of jobs work with. */
export interface JobContext {
  readonly db: Database;
  readonly platform: Pick<Platform, "room" | "bucket" | "index" | "pipeline" | "shortTexts">;
}
