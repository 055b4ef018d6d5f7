import type { Journal } from "./journal.ts";
import type { Random } from "./random.ts";
import type { Rivals } from "./rivals.ts";
import type { Member } from "./stage.ts";
import type { Switch } from "./switch.ts";

export const MAX_PAUSE_MS = 180;
export const MAX_UNACKNOWLEDGED = 4;
export const MAX_CONCURRENT = 3;
/** Temporary rejections: retry later. All others are final. */
export const PASSING: ReadonlySet<string> = new Set(["unavailable", "resource_exhausted", "deadline_exceeded"]);

export interface WriterOptions {
  readonly member: Member;
  readonly threadId: string;
  readonly journal: Journal;
  readonly random: Random;
  /** The thread's last event before. */
  readonly since: number;
  /** Assets that the thread may add; the list grows. */
  readonly shelf: readonly string[];
  readonly rivals: Rivals;
}

/** A user who writes in a thread as long as the load runs. */
export interface Writer {
  run(power: Switch): Promise<void>;
}
