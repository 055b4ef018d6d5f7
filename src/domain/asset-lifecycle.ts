import type { AssetState } from "./asset.ts";

export const ASSET_STATES = ["uploading", "uploaded", "processing", "ready", "failed", "deleted"] as const satisfies readonly AssetState[];

/**
 * Events of an asset's life. `send`: its creator sends bytes. `arrive`: the bytes or the page have arrived.
 * `start`: processing starts. `redo`: processing starts again, whatever its result. `renew`: the page has new
 * bytes. `take`: a processor's job starts. `report` and `handIn`: the job reports a step or delivers a text.
 * `finish` and `fail`: the end.
 */
export const ASSET_EVENTS = ["send", "arrive", "start", "redo", "renew", "take", "report", "handIn", "finish", "fail"] as const;
export type AssetEvent = (typeof ASSET_EVENTS)[number];

/**
 * The only transition rule: it rejects every transition not listed here. A page can arrive late, during a
 * job. The job still reports and ends.
 */
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

/** @returns the next state, or null when the state rejects the event */
export function transition(state: AssetState, event: AssetEvent): AssetState | null {
  return TRANSITIONS[event][state] ?? null;
}

/** The state after events that the caller knows to be allowed. */
export function stateAfter(state: AssetState, ...events: readonly AssetEvent[]): AssetState {
  return events.reduce((from, event) => {
    const to = transition(from, event);
    if (to === null) throw new Error(`an asset that is ${from} cannot ${event}`);
    return to;
  }, state);
}

/** The states that allow the event. */
export function statesBefore(event: AssetEvent): readonly AssetState[] {
  return ASSET_STATES.filter((state) => transition(state, event) !== null);
}

interface PageState {
  readonly sourceUrl: string;
  readonly objectEtag: string;
  readonly lifecycleState: AssetState;
}

/** Whether an asset is a page that must be fetched, for the first time or again after a failure. */
export function awaitsPage({ sourceUrl, objectEtag, lifecycleState }: PageState): boolean {
  return sourceUrl !== "" && objectEtag === "" && transition(lifecycleState, "arrive") !== null;
}

/** Whether an asset is a fetched page that is not being processed, so that it can be refreshed. */
export function isPageFetched({ sourceUrl, objectEtag, lifecycleState }: PageState): boolean {
  return sourceUrl !== "" && objectEtag !== "" && transition(lifecycleState, "renew") !== null;
}

/** The audit log's entry for a change to this state, if it ends the processing. */
export function endingOf(state: AssetState | undefined): { readonly lifecycleState?: "ready" | "failed" } {
  return state === "ready" || state === "failed" ? { lifecycleState: state } : {};
}
