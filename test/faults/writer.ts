import type { Journal } from "./journal.ts";
import type { Random } from "./random.ts";
import type { CompetingDocuments } from "./competing-documents.ts";
import type { Member } from "./setup.ts";
import type { StopFlag } from "./stop-flag.ts";

export const MAX_PAUSE_MS = 180;
export const MAX_UNACKNOWLEDGED = 4;
export const MAX_CONCURRENT = 3;
/** Temporary rejections: retry later. All others are final. */
export const TEMPORARY_CODES: ReadonlySet<string> = new Set([
  "unavailable",
  "resource_exhausted",
  "deadline_exceeded",
]);

export interface WriterOptions {
  readonly member: Member;
  readonly threadId: string;
  readonly journal: Journal;
  readonly random: Random;
  /** The thread's last event before. */
  readonly since: number;
  /** Assets that the thread may add; the list grows. */
  readonly assetPool: readonly string[];
  readonly competing: CompetingDocuments;
}

/** A user who writes in a thread as long as the load runs. */
export interface Writer {
  run(flag: StopFlag): Promise<void>;
}
