import * as z from "zod";

export const MAX_UPLOAD_BYTES = 100_000_000;
/** What may be sent in parts. */
export const MAX_MULTIPART_BYTES = 1_000_000_000;
export const UPLOAD_URL_TTL_SECONDS = 15 * 60;
export const SOURCE_URL_TTL_SECONDS = 12 * 60 * 60;
/** One artifact. What an external worker sends is read whole, to be counted and cut into passages; what would be longer is not made here. */
export const MAX_ARTIFACT_BYTES = 10 * 1024 * 1024;
/** A file that no external worker took or finished within this time is failed. */
export const EXTERNAL_WORK_TTL_MS = 24 * 60 * 60_000;
/** Why an asset is linked nowhere while it is `uploading`. */
export const BYTES_AWAITED = "The file of this asset has not arrived. Link and use the asset afterwards.";

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
  /** The external worker's job that the record is of; "" for the built-in worker. */
  jobId: z.string().default(""),
  /** The last status that the job reported. */
  status: z.string().default(""),
  /** Fingerprints of the updates that were recorded, the newest last: each of them again is a repeat. */
  seen: z.array(z.string()).default([]),
});
export type StepRecord = z.output<typeof stepRecord>;
export type StepRecords = Record<AssetStep, StepRecord>;

/** A step of which nothing is known. */
export const NOT_BEGUN: StepRecord = stepRecord.parse({});
const storedSteps = z.partialRecord(z.enum(ASSET_STEPS), stepRecord);

/** Reads the stored step records; a step that has not begun has no value. */
export function parseSteps(json: string): StepRecords {
  const stored = storedSteps.parse(JSON.parse(json));
  return Object.fromEntries(ASSET_STEPS.map((step) => [step, stored[step] ?? NOT_BEGUN])) as StepRecords;
}

export function stringifySteps(steps: StepRecords): string {
  return JSON.stringify(Object.fromEntries(Object.entries(steps).filter(([, { startAt, seen }]) => startAt !== null || seen.length > 0)));
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

/** What an external worker may hand in beside the state of its steps; UTF-8 texts. */
export const ARTIFACT_KINDS = ["html", "markdown", "transcription", "text"] as const;
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];
export const ARTIFACT_TYPES: Readonly<Record<ArtifactKind, string>> = {
  html: "text/html",
  markdown: "text/markdown",
  transcription: "text/plain",
  text: "text/plain",
};

const storedArtifact = z.object({
  key: z.string(),
  tokens: z.int(),
  /** Where in the object it lies, in bytes; without it, all of the object is the artifact. */
  range: z.object({ offset: z.int(), length: z.int() }).optional(),
});
const storedArtifacts = z.partialRecord(z.enum(ARTIFACT_KINDS), storedArtifact);
export type StoredArtifact = z.output<typeof storedArtifact>;
export type StoredArtifacts = z.output<typeof storedArtifacts>;

/** Reads the stored list of artifacts: where each lies in the bucket, and how many text tokens it has. */
export function parseArtifacts(json: string): StoredArtifacts {
  return storedArtifacts.parse(JSON.parse(json));
}

/** Where the bytes of an asset lie in the bucket. */
export const objectKeys = {
  original: (organizationId: string, assetId: string): string => `${organizationId}/${assetId}/original`,
  /** Of all versions of an artifact; each lies under its hash below it. */
  artifact: (organizationId: string, assetId: string, kind: ArtifactKind): string => `${organizationId}/${assetId}/artifacts/${kind}`,
  /** Of what was made beside a text here, in one object. */
  made: (organizationId: string, assetId: string, sha256: string): string => `${organizationId}/${assetId}/artifacts/made/${sha256}`,
  text: (organizationId: string, assetId: string, version: string): string => `${organizationId}/${assetId}/text/${version}.txt`,
  chunks: (organizationId: string, assetId: string, version: string): string => `${organizationId}/${assetId}/text/${version}.chunks.json`,
};
