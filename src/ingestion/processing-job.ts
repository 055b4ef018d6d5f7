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
    .object({ version: z.string(), textKey: z.string(), chunksKey: z.string(), keywords: z.array(z.string()), summary: z.string() })
    .nullable()
    // A text that an earlier version of this program kept is read again.
    .catch(null),
  /** Since when it has waited because there was too much to do, in milliseconds; null: it has not. */
  waitsSince: z.number().nullable().default(null),
  isIndexed: z.boolean(),
  lastError: z.string(),
  /** What the last failed attempt would tell a person; jobs of earlier versions have none. */
  lastReason: z.string().default(""),
});
export type ProcessingJob = z.output<typeof processingJob>;

const KEY = "job";

export function newJob(assetId: Id<"asset">, order: string | null = null): ProcessingJob {
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
