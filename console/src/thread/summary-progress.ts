/** How far a model has read the long documents that it summarizes. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { ThreadFrame } from "../data/client.ts";
import { type Fact, isSummaryStep } from "./timeline/facts.ts";

export interface ReadParts {
  readonly read: number;
  /** 0 if the service does not tell: the length of a document outside of the thread's collection is private. */
  readonly parts: number;
}

/** The service's sentence "12 of 40 parts are read.", which other languages write in their own words. */
const TOLD = /^(\d+) of (\d+) /;

export class SummaryProgress {
  readonly #now = signal<ReadParts | null>(null);

  /** Null while no model reads for a summary. */
  get now(): ReadonlySignal<ReadParts | null> {
    return this.#now;
  }

  hear(facts: readonly Fact[]): void {
    for (const fact of facts) if ("frame" in fact) this.#hearFrame(fact.frame);
  }

  #hearFrame(frame: ThreadFrame): void {
    // Behind a resync, the end of an answer may be among the missed events.
    if (frame.resync === true) return void (this.#now.value = null);
    if (frame.textV1?.isDone === true) this.#now.value = null;
    const state = Object.values(frame.knowledgeChangeV1?.progress ?? {}).find(isSummaryStep);
    if (state === undefined) return;
    const [, read = "0", parts = "0"] = TOLD.exec(state.message) ?? [];
    this.#now.value = { read: Number(read), parts: Number(parts) };
  }
}
