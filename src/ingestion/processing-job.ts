import * as z from "zod";
import { type Id, newId } from "../domain/ids.ts";

/** What a processing run has behind it; kept in the object's storage, so that a crash repeats no finished step. */
const processingJob = z.object({
  assetId: z.string(),
  operationId: z.string(),
  /** The asset's run that this works for; null before the first look at D1. */
  run: z.int().nullable(),
  attempts: z.int(),
  sha256: z.string().nullable(),
  text: z
    .object({ version: z.string(), textKey: z.string(), chunksKey: z.string(), title: z.string(), strategy: z.string(), tokens: z.int() })
    .nullable(),
  isIndexed: z.boolean(),
  lastError: z.string(),
});
export type ProcessingJob = z.output<typeof processingJob>;

const KEY = "job";

export function newJob(assetId: string): ProcessingJob {
  const operationId: Id<"op"> = newId("op");
  return { assetId, operationId, run: null, attempts: 0, sha256: null, text: null, isIndexed: false, lastError: "" };
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
