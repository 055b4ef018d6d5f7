import * as z from "zod";
import { idText } from "../domain/id-text.ts";
import { type Id, newId } from "../domain/ids.ts";

/** What a processing run has behind it; kept in the object's storage, so that a crash repeats no finished step. */
const processingJob = z.object({
  assetId: idText("asset"),
  /** The order in the outbox that it is done for, where the work itself takes it away. */
  order: z.string().nullable().default(null),
  operationId: z.string(),
  /** The asset's run that this works for; null before the first look at D1. */
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
      /** How many files are in it that can be unpacked. */
      members: z.int().default(0),
      /** What people are told of it when it is ready. */
      note: z.string().default(""),
    })
    .nullable()
    // A text that an earlier version of this program kept is read again.
    .catch(null),
  /** Since when it has waited because there was too much to do, in milliseconds; null: it has not. */
  waitsSince: z.number().nullable().default(null),
  isIndexed: z.boolean(),
  /** Whether the files in it are assets, as far as they can be. */
  isUnpacked: z.boolean().default(false),
  /** What people are told, when it is ready, of the files in it that are no assets. */
  note: z.string().default(""),
  lastError: z.string(),
  /** Whether a page is fetched again: the asset stays as it is until its new text is there. */
  refreshes: z.boolean().default(false),
  /** What the last failed attempt would tell a person; jobs of earlier versions have none. */
  lastReason: z.string().default(""),
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

/** Whether the asset has the new text of its page already, which the index may not have yet. */
export function isRenewed({ refreshes, run, text }: ProcessingJob, asset: { readonly run: number; readonly textVersion: string }): boolean {
  return refreshes && run === asset.run && text !== null && text.version === asset.textVersion;
}

const REFRESH_KEY = "refresh";

/** Keeps that the page is to be fetched again, once what is under way has ended. */
export function askRefresh(storage: DurableObjectStorage, assetId: Id<"asset">): void {
  storage.kv.put(REFRESH_KEY, assetId);
}

export function isRefreshAsked(storage: DurableObjectStorage): boolean {
  return storage.kv.get(REFRESH_KEY) !== undefined;
}

/** The job that was asked for; it is asked for no longer. */
export function takeRefresh(storage: DurableObjectStorage): ProcessingJob | null {
  const assetId = idText("asset").safeParse(storage.kv.get(REFRESH_KEY)).data;
  if (assetId === undefined) return null;
  storage.kv.delete(REFRESH_KEY);
  return newJob(assetId, null, true);
}
