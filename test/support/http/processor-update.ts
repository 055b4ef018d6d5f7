import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import { type Id, newId } from "../../../src/domain/ids.ts";
import { finishProcessing, notify, upload } from "./assets.ts";
import { testEnv } from "../setup/env.ts";
import { call, rawCall } from "./call.ts";
import type { Person } from "./person.ts";

export const PROCESSOR_TOKEN = serviceSecret(testEnv.TEST_SECRETS, ["assets:status"]);

/** An asset of a type that the test configuration leaves to an external processor, waiting for one. */
export async function addWaitingAsset(
  person: Person,
  name = "talk.mp3",
  contentType = "audio/mpeg",
): Promise<Id<"asset">> {
  const assetId = await upload(person, person.personalId, "not really sound", { name, contentType });
  await notify(person, assetId);
  await finishProcessing(assetId);
  return assetId;
}

export interface ProcessorUpdate {
  readonly step?: string;
  readonly status?: string;
  readonly [field: string]: unknown;
}

/** Sends an update as the external processor would. */
export async function sendUpdate(
  assetId: string,
  jobID: string,
  update: ProcessorUpdate,
  token: string = PROCESSOR_TOKEN,
) {
  const body = {
    assetID: assetId,
    jobID,
    step: "processing",
    status: "started",
    statusCode: 102,
    message: "",
    ...update,
  };
  return await call("POST", `/v1/asset-status/${assetId}`, { token, body });
}

export async function startJob(assetId: string): Promise<string> {
  const jobId = newId("job");
  const started = await sendUpdate(assetId, jobId, {});
  if (started.status !== 200) throw new Error(started.body.message);
  return jobId;
}

/** The asset's entry in the list of waiting assets, or undefined. */
export async function findWaiting(assetId: string) {
  const { body } = await call("GET", "/v1/processing/assets?limit=200", { token: PROCESSOR_TOKEN });
  return body.data.assets.find((asset: { id: string }) => asset.id === assetId);
}

/** Uploads a transcript for a waiting asset. */
export async function sendTranscript(assetId: string, text = "Good evening."): Promise<void> {
  const { artifactURLs } = await findWaiting(assetId);
  const sent = await putArtifact(artifactURLs.transcription, text, {
    "content-type": "text/plain; charset=utf-8",
  });
  if (sent.status !== 200) throw new Error(await sent.text());
}

export async function putArtifact(
  url: string,
  text: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Response> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return await rawCall("PUT", url, {
    bytes,
    headers: { "content-length": String(bytes.length), ...headers },
  });
}
