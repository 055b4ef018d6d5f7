import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Claim } from "./claims.ts";
import { log } from "./log.ts";
import { ARTIFACT_KINDS, type Artifacts, type ArtifactKind, type Source, Unreadable } from "./artifacts.ts";
import { type Kind, kindOf } from "./readers/kinds.ts";
import { Renewal } from "./renewal.ts";
import { Rejection, type Service } from "./service/service.ts";
import type { Settings } from "./settings.ts";
import { TOO_MUCH_TEXT } from "./tools/read-text.ts";
import { ToolMissing } from "./tools/run-tool.ts";

const ARTIFACT_TYPES: Readonly<Record<ArtifactKind, string>> = {
  html: "text/html",
  markdown: "text/markdown",
  transcription: "text/plain",
  text: "text/plain",
};
/** The service's limit of one artifact. */
const MAX_ARTIFACT_BYTES = 10 * 1024 * 1024;
const QUOTED: readonly ArtifactKind[] = ["text", "markdown", "transcription"];
const EXPIRED = "The processor was stopped too long while reading this file. Reprocess it.";
const OTHER_BYTES = "The processor received other bytes than the service stored. Reprocess the file.";
const NOT_READ = "Neither the service nor its processor reads this type of file.";
const NOT_INSTALLED = "The processor lacks a program for this type of file. Contact its operator.";

export interface Dependencies {
  readonly service: Service;
  readonly settings: Settings;
  /** Stops the work and leaves the claim for the next start. */
  readonly stopped: AbortSignal;
}

/**
 * Processes a claimed file to the end. It can be repeated, because the service ignores duplicate updates and
 * artifacts.
 * @throws Refused when another job owns the asset; other errors can be retried
 */
export async function processClaim(deps: Dependencies, claim: Claim): Promise<void> {
  const { service, settings, stopped } = deps;
  const { asset, jobId } = claim;
  await service.report(
    asset.id,
    jobId,
    { step: "processing", status: "started", message: "A processor has taken this file." },
    stopped,
  );
  const folder = await mkdtemp(join(settings.folder, "work-"));
  try {
    await readAndSend(deps, claim, folder);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    log("failed", { asset: asset.id, reason });
    await service.report(asset.id, jobId, { step: "processing", status: "failed", message: reason }, stopped);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function readAndSend(deps: Dependencies, claim: Claim, folder: string): Promise<void> {
  const { service, settings, stopped } = deps;
  const { asset, jobId } = claim;
  const path = join(folder, "source");
  await download(deps, claim, path);
  const kind = await kindOfFile(path, claim);
  const { step, message } = kind;
  await service.report(asset.id, jobId, { step, status: "started", message }, stopped);
  const renewal = new Renewal(service, claim, step, message, settings.renewMs);
  try {
    const signal = AbortSignal.any([stopped, renewal.lost]);
    const bounds = { folder, ms: settings.toolMs, bytes: settings.toolBytes, signal };
    const source: Source = { path, folder, name: asset.originalFilename, contentType: asset.contentType };
    const artifacts = await kind.read(source, {
      settings,
      limits: bounds,
      reportProgress: (told) => renewal.setMessage(told),
    });
    await send(deps, claim, artifacts, signal);
  } finally {
    await renewal.end();
  }
  await service.report(asset.id, jobId, { step, status: "completed", message: "" }, stopped);
  await service.report(asset.id, jobId, { step: "processing", status: "completed", message: "" }, stopped);
  log("completed", { asset: asset.id });
}

/** Downloads the stored bytes completely or fails. */
async function download(
  { service, settings, stopped }: Dependencies,
  { asset }: Claim,
  path: string,
): Promise<void> {
  const { filesize, sha256 } = asset;
  if (filesize > settings.maxBytes) {
    throw new Unreadable(
      `This file has more than ${Math.round(settings.maxBytes / 1_048_576)} MiB. Split it and upload the parts.`,
    );
  }
  const hash = createHash("sha256");
  let length = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done): void {
      length += piece.length;
      hash.update(piece);
      if (length > filesize) done(new Unreadable(OTHER_BYTES));
      else done(null, piece);
    },
  });
  const file = await open(path, "w", 0o600);
  await pipeline(await service.getSource(asset.signedSourceURL, stopped), counted, file.createWriteStream(), {
    signal: stopped,
  });
  if (length !== filesize || (sha256 !== "" && hash.digest("hex") !== sha256))
    throw new Unreadable(OTHER_BYTES);
}

async function kindOfFile(path: string, { asset }: Claim): Promise<Kind> {
  const pieces: Buffer[] = [];
  for await (const piece of createReadStream(path, { end: 4_095 })) pieces.push(piece as Buffer);
  const kind = kindOf(Buffer.concat(pieces).toString("latin1"), asset.contentType, asset.originalFilename);
  if (kind === null) throw new Unreadable(NOT_READ);
  return kind;
}

async function send(
  { service }: Dependencies,
  { asset }: Claim,
  artifacts: Artifacts,
  signal: AbortSignal,
): Promise<void> {
  for (const kind of ARTIFACT_KINDS) {
    const text = artifacts[kind];
    if (text === undefined) continue;
    const isTooLarge = Buffer.byteLength(text) > MAX_ARTIFACT_BYTES;
    if (isTooLarge && QUOTED.includes(kind)) throw new Unreadable(TOO_MUCH_TEXT);
    if (!isTooLarge) await service.putArtifact(asset.artifactURLs[kind], text, ARTIFACT_TYPES[kind], signal);
  }
}

/** The failure message for people; null if a retry may succeed. */
function reasonOf(error: unknown): string | null {
  if (error instanceof Unreadable) return error.message;
  if (error instanceof ToolMissing) return NOT_INSTALLED;
  if (error instanceof Rejection && error.code === "permission_denied") return EXPIRED;
  return null;
}
