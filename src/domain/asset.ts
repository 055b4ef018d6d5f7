import * as z from "zod";
import { MS_PER_DAY, SECONDS_PER_HOUR } from "./time.ts";

export const MAX_UPLOAD_BYTES = 100_000_000;
/** Maximum size of a multipart upload in bytes. */
export const MAX_MULTIPART_BYTES = 1_000_000_000;
export const UPLOAD_URL_TTL_SECONDS = 15 * 60;
export const SOURCE_URL_TTL_SECONDS = 12 * SECONDS_PER_HOUR;
export const DOWNLOAD_URL_TTL_SECONDS = 10 * 60;
/**
 * Maximum size of one artifact in bytes. The service reads a processor's text as a whole, to count its tokens
 * and split it into passages. It creates no longer texts itself.
 */
export const MAX_ARTIFACT_BYTES = 10 * 1024 * 1024;
/**
 * Time limit for external processing in milliseconds. A file that no external processor finishes in time
 * fails.
 */
export const EXTERNAL_PROCESSING_TTL_MS = MS_PER_DAY;
/** Error message for a client that links an asset in state `uploading`. */
export const UPLOAD_PENDING = "The file of this asset has not arrived. Link and use the asset afterwards.";

export const ASSET_STEPS = ["embeddings", "extract", "processing", "summarize", "transcribe"] as const;
export type AssetStep = (typeof ASSET_STEPS)[number];

export type AssetState = "uploading" | "uploaded" | "processing" | "ready" | "failed" | "deleted";

const moment = z.coerce.date().nullable();

/**
 * Record of a processing step: start, end, number of attempts, and failure reason. `statusCode` uses HTTP
 * status codes.
 */
const stepRecord = z.object({
  startAt: moment.default(null),
  completedAt: moment.default(null),
  failedAt: moment.default(null),
  occurredAt: moment.default(null),
  count: z.int().default(0),
  statusCode: z.int().default(0),
  message: z.string().default(""),
  failedReason: z.string().default(""),
  /** Id of the external processor's job. Empty for the built-in processor. */
  jobId: z.string().default(""),
  /** Last status that the job reported. */
  status: z.string().default(""),
  /** Fingerprints of the recorded updates, newest last. An update with a known fingerprint is a duplicate. */
  seen: z.array(z.string()).default([]),
});
export type StepRecord = z.output<typeof stepRecord>;
export type StepRecords = Record<AssetStep, StepRecord>;

/** Record of a step that has not started. */
export const NOT_STARTED: StepRecord = stepRecord.parse({});
const storedSteps = z.partialRecord(z.enum(ASSET_STEPS), stepRecord);

/** Parses the stored step records. Omitted steps have not started. */
export function parseSteps(json: string): StepRecords {
  const stored = storedSteps.parse(JSON.parse(json));
  return Object.fromEntries(ASSET_STEPS.map((step) => [step, stored[step] ?? NOT_STARTED])) as StepRecords;
}

export function stringifySteps(steps: StepRecords): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(steps).filter(([, { startAt, seen }]) => startAt !== null || seen.length > 0),
    ),
  );
}

const stringList = z.array(z.string());

/** Parses a stored JSON array of strings, such as keywords, completed states or recipients. */
export function parseStrings(json: string): string[] {
  return stringList.parse(JSON.parse(json));
}

/** Adds `left`, the state that the asset leaves, to the list of completed states. */
export function completedWith(lifecyclesCompleted: string, left: AssetState): string {
  const passed = parseStrings(lifecyclesCompleted);
  return JSON.stringify(passed.includes(left) ? passed : [...passed, left]);
}

/** Kinds of artifacts that an external processor may deliver. All are UTF-8 texts. */
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
  /** Byte range of the artifact in the object. Omitted if the artifact is the whole object. */
  range: z.object({ offset: z.int(), length: z.int() }).optional(),
});
const storedArtifacts = z.partialRecord(z.enum(ARTIFACT_KINDS), storedArtifact);
export type StoredArtifact = z.output<typeof storedArtifact>;
export type StoredArtifacts = z.output<typeof storedArtifacts>;

/** Parses the stored list of artifacts with their bucket keys and token counts. */
export function parseArtifacts(json: string): StoredArtifacts {
  return storedArtifacts.parse(JSON.parse(json));
}

/** Bucket keys of an asset's objects. */
export const objectKeys = {
  original: (organizationId: string, assetId: string): string => `${organizationId}/${assetId}/original`,
  /** Prefix of the keys of all versions of an artifact. The hash of the version follows. */
  artifact: (organizationId: string, assetId: string, kind: ArtifactKind): string =>
    `${organizationId}/${assetId}/artifacts/${kind}`,
  /** Key of the one object that contains all artifacts that the service created beside the text. */
  made: (organizationId: string, assetId: string, sha256: string): string =>
    `${organizationId}/${assetId}/artifacts/made/${sha256}`,
  text: (organizationId: string, assetId: string, version: string): string =>
    `${organizationId}/${assetId}/text/${version}.txt`,
  chunks: (organizationId: string, assetId: string, version: string): string =>
    `${organizationId}/${assetId}/text/${version}.chunks.json`,
};
