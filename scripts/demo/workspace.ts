/** The client calls of the main job, one function per operation. Identifiers are strings here. */
import { setTimeout as pause } from "node:timers/promises";
import { idFromBytes, type KnowledgeClient, type Schemas, type Workspace } from "../../client/src/index.ts";
import { Failure } from "../lib/failure.ts";
import { fetchWithTimeout } from "./fetch-with-timeout.ts";

const POLL_MS = 100;

export type Asset = Schemas["Asset"];
export type Thread = Schemas["Thread"];
export type Citation = Thread["knowledgeProvenance"]["citations"][string];

export interface UploadInput {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export async function createCollection(
  client: KnowledgeClient,
  parentCollectionID: string,
  label: string,
): Promise<string> {
  const input = { params: { parentCollectionID }, body: { label } };
  return idFromBytes(
    "col",
    (await client.request("POST", "/v1/collection/{parentCollectionID}", input)).data.id,
  );
}

/** Registers a file, sends its bytes and starts processing. @returns the asset's id */
export async function uploadFile(
  client: KnowledgeClient,
  { organizationContext }: Workspace,
  collectionID: string,
  { name: originalFileName, contentType, bytes }: UploadInput,
): Promise<string> {
  const body = {
    collectionID,
    contentType,
    creationMethod: "upload",
    organizationContext,
    originalFileName,
  } as const;
  const { data: created } = await client.request("POST", "/v1/assets", { body });
  await putBytes(created.signedURL, bytes, contentType);
  const assetID = idFromBytes("asset", created.id);
  await client.request("POST", "/v1/assets/notifyUploaded", {
    body: { assetID, processInBackground: true, processInThread: false },
  });
  return assetID;
}

export async function getAsset(client: KnowledgeClient, assetID: string): Promise<Asset> {
  return (await client.request("GET", "/v1/assets/{assetID}", { params: { assetID } })).data;
}

/**
 * Polls the asset until it is ready.
 * @param onLook receives every reading
 * @throws Failure if it fails or is not ready in time
 */
export async function waitUntilReady(
  client: KnowledgeClient,
  assetId: string,
  timeoutMs: number,
  onLook: (asset: Asset) => void = () => {},
): Promise<Asset> {
  for (const deadline = Date.now() + timeoutMs; ; await pause(POLL_MS)) {
    const asset = await getAsset(client, assetId);
    onLook(asset);
    if (asset.lifecycleState === "ready") return asset;
    if (asset.lifecycleState === "failed")
      throw new Failure(`The file cannot be used: ${asset.failureReason}`);
    if (Date.now() > deadline)
      throw new Failure(`The file is still "${asset.lifecycleState}" after ${timeoutMs / 1_000} s.`);
  }
}

/** @returns the thread's id */
export async function createThread(
  client: KnowledgeClient,
  { organizationContext }: Workspace,
  homeId: string,
): Promise<string> {
  const body = { assetIds: [], collectionId: homeId, collectionIds: [], label: "", organizationContext };
  return idFromBytes("thread", (await client.request("POST", "/v1/threads", { body })).data.threadId);
}

/** Asks, and waits for the answer. */
export async function postQuestion(
  client: KnowledgeClient,
  threadId: string,
  question: string,
): Promise<Thread> {
  const body = { messageContent: question, messageKind: "promptV2", recipients: [], threadId } as const;
  return (
    await client.request("POST", "/v1/threads/{threadID}/messages", { params: { threadID: threadId }, body })
  ).data;
}

export async function getThread(client: KnowledgeClient, threadID: string): Promise<Thread> {
  return (await client.request("GET", "/v1/threads/{threadID}", { params: { threadID } })).data;
}

/** The citations of one answer, in its order. */
export function citationsOf(thread: Thread, messageId: string): Citation[] {
  const all = Object.values(thread.knowledgeProvenance.citations);
  return all.filter((citation) => citation.messageId === messageId).toSorted((a, b) => a.ordinal - b.ordinal);
}

/** Sends bytes to a signed URL, which is its own credential. @throws Failure */
async function putBytes(
  signedUrl: string,
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<void> {
  const response = await fetchWithTimeout(signedUrl, {
    method: "PUT",
    headers: { "content-type": contentType },
    body: bytes,
  });
  const text = await response.text();
  if (!response.ok)
    throw new Failure(`PUT of ${bytes.length} bytes: ${response.status}: ${text.slice(0, 200)}`);
}
