import type { Journal } from "./journal.ts";
import type { Random } from "./random.ts";
import type { Rivals } from "./rivals.ts";
import type { Member } from "./stage.ts";
import type { Switch } from "./switch.ts";

export const MAX_PAUSE_MS = 180;
export const MAX_UNACKNOWLEDGED = 4;
export const MAX_CONCURRENT = 3;
/** Refusals that pass: come again later. Everything else is for good. */
export const PASSING: ReadonlySet<string> = new Set(["unavailable", "resource_exhausted", "deadline_exceeded"]);

export interface WriterOptions {
  readonly member: Member;
  readonly threadId: string;
  readonly journal: Journal;
  readonly random: Random;
  /** The thread's last event before. */
  readonly since: number;
  /** Assets that may be brought into the thread; it grows. */
  readonly shelf: readonly string[];
  readonly rivals: Rivals;
}

/** Somebody who writes in a thread as long as the load is on. */
export interface Writer {
  run(power: Switch): Promise<void>;
}
