import type { Artifacts, Source } from "../reading.ts";
import type { Settings } from "../settings.ts";
import type { Bounds } from "../tools/run-tool.ts";

/** What a reader works with. */
export interface Work {
  readonly settings: Settings;
  readonly bounds: Bounds;
  /** A sentence for the people who wait: how far it is. */
  readonly tell: (message: string) => void;
}

/** @throws Unreadable, ToolFailed, ToolMissing, or whatever may be tried again */
export type Reader = (source: Source, work: Work) => Promise<Artifacts>;
