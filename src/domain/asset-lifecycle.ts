import type { AssetState } from "./asset.ts";

export const ASSET_STATES = [
  "uploading",
  "uploaded",
  "processing",
  "ready",
  "failed",
  "deleted",
] as const satisfies readonly AssetState[];

/**
 * Events in the life of an asset:
 * - `send`: the creator starts to upload bytes.
 * - `arrive`: the bytes or the page have arrived.
 * - `start`: processing starts.
 * - `redo`: processing starts again, whatever its last result.
 * - `renew`: the asset has new bytes.
 * - `take`: a processor's job starts.
 * - `report`: the job reports a step.
 * - `handIn`: the job delivers a text.
 * - `finish` and `fail`: processing ends.
 */
export const ASSET_EVENTS = [
  "send",
  "arrive",
  "start",
  "redo",
  "renew",
  "take",
  "report",
  "handIn",
  "finish",
  "fail",
] as const;
export type AssetEvent = (typeof ASSET_EVENTS)[number];

/**
 * The state machine of an asset. It rejects every transition that is not listed here. A page may arrive late,
 * while a job is running. The job can still report and end.
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

/** @returns the next state, or null if the state rejects the event */
export function transition(state: AssetState, event: AssetEvent): AssetState | null {
  return TRANSITIONS[event][state] ?? null;
}

/** Returns the state after these events. The caller must know that each event is allowed. */
export function stateAfter(state: AssetState, ...events: readonly AssetEvent[]): AssetState {
  return events.reduce((from, event) => {
    const to = transition(from, event);
    if (to === null) throw new Error(`an asset that is ${from} cannot ${event}`);
    return to;
  }, state);
}

/** Returns the states that allow the event. */
export function statesBefore(event: AssetEvent): readonly AssetState[] {
  return ASSET_STATES.filter((state) => transition(state, event) !== null);
}

interface PageState {
  readonly sourceUrl: string;
  readonly objectEtag: string;
  readonly lifecycleState: AssetState;
}

/** True if an asset is a page to fetch, for the first time or again after a failure. */
export function awaitsPage({ sourceUrl, objectEtag, lifecycleState }: PageState): boolean {
  return sourceUrl !== "" && objectEtag === "" && transition(lifecycleState, "arrive") !== null;
}

/** True if an asset is a fetched page that is not being processed. Such a page can be refreshed. */
export function isPageFetched(page: PageState): boolean {
  return page.sourceUrl !== "" && isRenewable(page);
}

/** True if an asset has bytes and is not being processed, so that other bytes can replace them. */
export function isRenewable({
  objectEtag,
  lifecycleState,
}: Pick<PageState, "objectEtag" | "lifecycleState">): boolean {
  return objectEtag !== "" && transition(lifecycleState, "renew") !== null;
}

/**
 * Returns the fields of the audit event for a change to this state. Empty if the state does not end the
 * processing.
 */
export function endingOf(state: AssetState | undefined): { readonly lifecycleState?: "ready" | "failed" } {
  return state === "ready" || state === "failed" ? { lifecycleState: state } : {};
}
