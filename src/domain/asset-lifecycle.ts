import type { AssetState } from "./asset.ts";

export const ASSET_STATES = ["uploading", "uploaded", "processing", "ready", "failed", "deleted"] as const satisfies readonly AssetState[];

/**
 * What happens to an asset. `send`: its creator sends bytes; `arrive`: the bytes are there, or the page was fetched; `start`: processing
 * begins; `redo`: it begins over, whatever came of it; `renew`: its page has other bytes; `take`: a processor's job begins; `report` and `handIn`: the job tells of a step, hands in a text; `finish` and `fail`: the end.
 */
export const ASSET_EVENTS = ["send", "arrive", "start", "redo", "renew", "take", "report", "handIn", "finish", "fail"] as const;
export type AssetEvent = (typeof ASSET_EVENTS)[number];

/** The one rule. What is not named is refused. A page can arrive late, beside a job: that job still reports, and ends. */
const TRANSITIONS: Readonly<Record<AssetEvent, Readonly<Partial<Record<AssetState, AssetState>>>>> = {
  send: { uploading: "uploading" },
  arrive: { uploading: "uploaded", processing: "uploaded" },
  start: { uploaded: "processing", failed: "processing" },
  redo: { uploaded: "processing", processing: "processing", ready: "processing", failed: "processing" },
  renew: { uploaded: "uploaded", ready: "ready", failed: "processing" },
  take: { uploaded: "processing", processing: "processing", ready: "processing", failed: "processing" },
  report: { uploaded: "uploaded", processing: "processing" },
  handIn: { processing: "processing" },
  finish: { uploaded: "ready", processing: "ready" },
  fail: { uploading: "failed", uploaded: "failed", processing: "failed" },
};

/** @returns the state that the event leads to; null: it is refused in this state */
export function transition(state: AssetState, event: AssetEvent): AssetState | null {
  return TRANSITIONS[event][state] ?? null;
}

/** The state behind events of which the caller knows that they are allowed. */
export function stateAfter(state: AssetState, ...events: readonly AssetEvent[]): AssetState {
  return events.reduce((from, event) => {
    const to = transition(from, event);
    if (to === null) throw new Error(`an asset that is ${from} cannot ${event}`);
    return to;
  }, state);
}

/** The states in which the event is allowed. */
export function statesBefore(event: AssetEvent): readonly AssetState[] {
  return ASSET_STATES.filter((state) => transition(state, event) !== null);
}

interface PageState {
  readonly sourceUrl: string;
  readonly objectEtag: string;
  readonly lifecycleState: AssetState;
}

/** Whether an asset is a page that is still to be fetched: for the first time, or again after it failed. */
export function awaitsPage({ sourceUrl, objectEtag, lifecycleState }: PageState): boolean {
  return sourceUrl !== "" && objectEtag === "" && transition(lifecycleState, "arrive") !== null;
}

/** Whether an asset is a page that was fetched, and nothing is being done with: it may be fetched again. */
export function isPageThere({ sourceUrl, objectEtag, lifecycleState }: PageState): boolean {
  return sourceUrl !== "" && objectEtag !== "" && transition(lifecycleState, "renew") !== null;
}

/** What the audit log tells of a change after which an asset is in this state, if that ends its processing. */
export function endingOf(state: AssetState | undefined): { readonly lifecycleState?: "ready" | "failed" } {
  return state === "ready" || state === "failed" ? { lifecycleState: state } : {};
}
