import * as z from "zod";
import { idText } from "../domain/id-text.ts";
import { type Id, newId } from "../domain/ids.ts";

/**
 * The state of a processing run with its finished steps. Kept in the Durable Object's storage, so that a
 * crash repeats no finished step.
 */
const processingJob = z.object({
  assetId: idText("asset"),
  /** The outbox entry of the job, if a commit of the work deletes the entry. */
  order: z.string().nullable(),
  operationId: z.string(),
  /** The asset's run number; null until the job has read D1. */
  run: z.int().nullable(),
  attempts: z.int(),
  sha256: z.string().nullable(),
  text: z
    .object({
      version: z.string(),
      textKey: z.string(),
      chunksKey: z.string(),
      keywords: z.array(z.string()),
      summary: z.string(),
      /** Number of files in the document that can be unpacked. */
      entryCount: z.int(),
      /** Message for users once the asset is ready. */
      note: z.string(),
    })
    .nullable(),
  /** Time when waiting under load began, milliseconds since 1970; null if the job does not wait. */
  waitsSince: z.number().nullable(),
  isIndexed: z.boolean(),
  /** Whether all files in the document that can be unpacked are assets. */
  isUnpacked: z.boolean(),
  /** Message for users about files in the document that did not become assets. */
  note: z.string(),
  lastError: z.string(),
  /** Whether the job replaces the bytes of a page or a document. The asset stays unchanged until its new text exists. */
  refreshes: z.boolean(),
  /** The uploaded version that the job reads, as the asset records it; "" for none. */
  pendingVersion: z.string().default(""),
  /** User message of the last failed attempt; empty before the first failure. */
  lastReason: z.string(),
});
export type ProcessingJob = z.output<typeof processingJob>;

const KEY = "job";

export function newJob(assetId: Id<"asset">, order: string | null = null, refreshes = false): ProcessingJob {
  const operationId: Id<"op"> = newId("op");
  return {
    assetId,
    order,
    operationId,
    run: null,
    attempts: 0,
    sha256: null,
    text: null,
    waitsSince: null,
    isIndexed: false,
    isUnpacked: false,
    note: "",
    refreshes,
    pendingVersion: "",
    lastError: "",
    lastReason: "",
  };
}

export function readJob(storage: DurableObjectStorage): ProcessingJob | null {
  return processingJob.safeParse(storage.kv.get(KEY)).data ?? null;
}

export function saveJob(storage: DurableObjectStorage, job: ProcessingJob): void {
  storage.kv.put(KEY, job);
}

export function dropJob(storage: DurableObjectStorage): void {
  storage.kv.delete(KEY);
}

/** Whether the asset already has the new text of its page, which the index may lack. */
export function hasRefreshedText(
  { refreshes, run, text }: ProcessingJob,
  asset: { readonly run: number; readonly textVersion: string },
): boolean {
  return refreshes && run === asset.run && text !== null && text.version === asset.textVersion;
}

const REFRESH_KEY = "refresh";

/** Saves a refresh request, which starts after the current work. */
export function requestRefresh(storage: DurableObjectStorage, assetId: Id<"asset">): void {
  storage.kv.put(REFRESH_KEY, assetId);
}

export function isRefreshRequested(storage: DurableObjectStorage): boolean {
  return storage.kv.get(REFRESH_KEY) !== undefined;
}

/** Reads the requested refresh and deletes the request. */
export function takeRefresh(storage: DurableObjectStorage): ProcessingJob | null {
  const assetId = idText("asset").safeParse(storage.kv.get(REFRESH_KEY)).data;
  if (assetId === undefined) return null;
  storage.kv.delete(REFRESH_KEY);
  return newJob(assetId, null, true);
}
