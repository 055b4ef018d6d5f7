import { runDurableObjectAlarm } from "cloudflare:test";
import { vi } from "vitest";
import { type Id, idFromBytes } from "../../../src/domain/ids.ts";
import { testEnv } from "../setup/env.ts";
import { call, rawCall } from "./call.ts";
import type { Person } from "./person.ts";

export interface UploadOptions {
  readonly name?: string;
  readonly contentType?: string;
  /** Default: processing starts. */
  readonly processInBackground?: boolean;
}

/** Registers an asset and uploads its bytes without announcing the upload. */
export async function upload(
  person: Person,
  collectionId: string,
  content: string | Uint8Array,
  options: UploadOptions = {},
): Promise<Id<"asset">> {
  const { name = "notes.txt", contentType = "text/plain" } = options;
  const body = {
    collectionID: collectionId,
    contentType,
    creationMethod: "upload" as const,
    organizationContext: { organizationId: person.organizationId, tenantId: person.tenantId },
    originalFileName: name,
  };
  const created = await call("createAsset", { token: person.token, body });
  if (created.status !== 200) throw new Error(created.body.message);
  const sent = await put(created.body.data.signedURL, content, contentType);
  if (sent.status !== 200) throw new Error(await sent.text());
  return idFromBytes("asset", created.body.data.id);
}

export async function put(url: string, content: string | Uint8Array, contentType: string): Promise<Response> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return await rawCall("PUT", url, {
    bytes,
    headers: { "content-type": contentType, "content-length": String(bytes.length) },
  });
}

export async function notify(person: Person, assetId: string, processInBackground = true) {
  const body = { assetID: assetId, processInBackground, processInThread: false };
  return await call("POST", "/v1/assets/notifyUploaded", { token: person.token, body });
}

/**
 * A run is in progress, even if the pipeline has not received its job yet. Assets that wait for an external
 * processor do not count.
 */
const IS_UNDER_WAY = `(lifecycle_state = 'processing' AND worker_strategy <> 'external' OR lifecycle_state = 'uploading' AND source_url <> '')`;
const UNDER_WAY = `SELECT 1 AS "yes" FROM assets WHERE id = ? AND ${IS_UNDER_WAY}`;
const UNDER_WAY_OF = `SELECT id FROM assets WHERE created_by = ? AND organization_id = ? AND ${IS_UNDER_WAY}`;

/** Runs the asset's pipeline to completion. */
export async function finishProcessing(assetId: string): Promise<void> {
  const pipeline = testEnv.ASSET_PIPELINE.getByName(assetId);
  const isUnderWay = async (): Promise<boolean> => {
    await runDurableObjectAlarm(pipeline);
    return (await testEnv.DB.prepare(UNDER_WAY).bind(assetId).first()) !== null;
  };
  await vi.waitUntil(async () => !(await isUnderWay()), { timeout: 60_000, interval: 10 });
}

/** Waits until none of the person's uploads is being processed. */
export async function finishProcessingOf({
  userId,
  organizationId,
}: Pick<Person, "userId" | "organizationId">): Promise<void> {
  const { results } = await testEnv.DB.prepare(UNDER_WAY_OF)
    .bind(userId, organizationId)
    .all<{ id: string }>();
  for (const { id } of results) await finishProcessing(id);
}

/** Adds an asset whose processing is complete. */
export async function addReadyAsset(
  person: Person,
  collectionId: string,
  content: string | Uint8Array,
  options: UploadOptions = {},
): Promise<Id<"asset">> {
  const assetId = await upload(person, collectionId, content, options);
  const notified = await notify(person, assetId);
  if (notified.status !== 200) throw new Error(notified.body.message);
  await finishProcessing(assetId);
  return assetId;
}
