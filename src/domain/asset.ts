import * as z from "zod";

export const MAX_UPLOAD_BYTES = 100_000_000;
export const UPLOAD_URL_TTL_SECONDS = 15 * 60;
export const SOURCE_URL_TTL_SECONDS = 12 * 60 * 60;
/** Attempts of a processing run before the asset is failed. */
export const MAX_PROCESSING_ATTEMPTS = 5;

export const ASSET_STEPS = ["embeddings", "extract", "processing", "summarize", "transcribe"] as const;
export type AssetStep = (typeof ASSET_STEPS)[number];
export type AssetState = "uploading" | "uploaded" | "processing" | "ready" | "failed" | "deleted";

const moment = z.coerce.date().nullable();

/** What is recorded of a step: when it began and ended, how often it was tried, and why it failed. `statusCode` is HTTP-like. */
const stepRecord = z.object({
  startAt: moment.default(null),
  completedAt: moment.default(null),
  failedAt: moment.default(null),
  occurredAt: moment.default(null),
  count: z.int().default(0),
  statusCode: z.int().default(0),
  message: z.string().default(""),
  failedReason: z.string().default(""),
});
export type StepRecord = z.output<typeof stepRecord>;
export type StepRecords = Record<AssetStep, StepRecord>;

const NOT_BEGUN = stepRecord.parse({});
const storedSteps = z.partialRecord(z.enum(ASSET_STEPS), stepRecord);

/** Reads the stored step records; a step that has not begun has no value. */
export function parseSteps(json: string): StepRecords {
  const stored = storedSteps.parse(JSON.parse(json));
  return Object.fromEntries(ASSET_STEPS.map((step) => [step, stored[step] ?? NOT_BEGUN])) as StepRecords;
}

export function stringifySteps(steps: StepRecords): string {
  return JSON.stringify(Object.fromEntries(Object.entries(steps).filter(([, record]) => record.startAt !== null)));
}

const stringList = z.array(z.string());

/** Reads a stored list of strings: keywords, completed lifecycles, recipients. */
export function parseStrings(json: string): string[] {
  return stringList.parse(JSON.parse(json));
}

/** The states that an asset has passed, with the one it leaves. */
export function completedWith(lifecyclesCompleted: string, left: AssetState): string {
  const passed = parseStrings(lifecyclesCompleted);
  return JSON.stringify(passed.includes(left) ? passed : [...passed, left]);
}

/** Where the bytes of an asset lie in the bucket. */
export const objectKeys = {
  original: (organizationId: string, assetId: string): string => `${organizationId}/${assetId}/original`,
  text: (organizationId: string, assetId: string, version: string): string => `${organizationId}/${assetId}/text/${version}.txt`,
  chunks: (organizationId: string, assetId: string, version: string): string => `${organizationId}/${assetId}/text/${version}.chunks.json`,
};
