/** What a client does in the main job, one call of the service a function. Identifiers are strings here. */
import { setTimeout as pause } from "node:timers/promises";
import { idFromBytes } from "../../src/domain/ids.ts";
import { Failure } from "../lib/failure.ts";
import { type ApiClient, putBytes } from "./api-client.ts";
import * as wire from "./wire.ts";

const POLL_MS = 100;

export interface Workspace {
  readonly userId: string;
  readonly organizationContext: { readonly organizationId: string; readonly tenantId: string };
  readonly rootId: string;
  readonly personalId: string;
}

export interface UploadInput {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Signs the token's user in; the first time makes the account. */
export async function signIn(api: ApiClient, email: string): Promise<Workspace> {
  const name = email.split("@")[0] ?? email;
  const body = {
    defaultOrganizationDisplayName: `Library of ${name}`,
    defaultOrganizationName: `library-of-${name}`,
    defaultOrganizationSlug: "",
    defaultProjectDisplayName: "First project",
    defaultProjectName: "first-project",
    defaultProjectSlug: "",
    deviceID: "terminal",
    displayName: name,
    email,
    isEmailVerified: true,
    locale: "en",
    photoURL: "",
    userAgent: "knowledge-workspace-client",
  };
  const { user, workingContext } = await api.data(wire.syncedUser, "POST", "/v1/users/self/auth-sync", body);
  const root = workingContext.CollectionTree[0];
  const personal = root?.children.find((node) => node.collection.collectionKind === "personal");
  if (root === undefined || personal === undefined) throw new Failure("The account has no personal collection.");
  return {
    userId: idFromBytes("user", user.id),
    organizationContext: {
      organizationId: idFromBytes("org", workingContext.organizationId),
      tenantId: idFromBytes("tenant", workingContext.tenantId),
    },
    rootId: idFromBytes("col", root.collection.id),
    personalId: idFromBytes("col", personal.collection.id),
  };
}

export async function createCollection(api: ApiClient, parentId: string, label: string): Promise<string> {
  return idFromBytes("col", (await api.data(wire.collection, "POST", `/v1/collection/${parentId}`, { label })).id);
}

/** Registers a file, sends its bytes and has it processed. @returns the asset's id */
export async function uploadFile(api: ApiClient, workspace: Workspace, collectionId: string, file: UploadInput): Promise<string> {
  const created = await api.data(wire.asset, "POST", "/v1/assets", {
    collectionID: collectionId,
    contentType: file.contentType,
    creationMethod: "upload",
    organizationContext: workspace.organizationContext,
    originalFileName: file.name,
  });
  await putBytes(created.signedURL, file.bytes, file.contentType);
  const assetId = idFromBytes("asset", created.id);
  await api.data(wire.asset, "POST", "/v1/assets/notifyUploaded", { assetID: assetId, processInBackground: true, processInThread: false });
  return assetId;
}

export async function getAsset(api: ApiClient, assetId: string): Promise<wire.Asset> {
  return await api.data(wire.asset, "GET", `/v1/assets/${assetId}`);
}

/**
 * Reads the asset again and again until it is ready.
 * @param onLook is shown every reading
 * @throws Failure when it fails, or is not ready in time
 */
export async function waitUntilReady(
  api: ApiClient,
  assetId: string,
  timeoutMs: number,
  onLook: (asset: wire.Asset) => void = () => {},
): Promise<wire.Asset> {
  for (const deadline = Date.now() + timeoutMs; ; await pause(POLL_MS)) {
    const asset = await getAsset(api, assetId);
    onLook(asset);
    if (asset.lifecycleState === "ready") return asset;
    if (asset.lifecycleState === "failed") throw new Failure(`The file cannot be used: ${asset.failureReason}`);
    if (Date.now() > deadline) throw new Failure(`The file is still "${asset.lifecycleState}" after ${timeoutMs / 1_000} s.`);
  }
}

/** @returns the thread's id */
export async function createThread(api: ApiClient, workspace: Workspace, homeId: string): Promise<string> {
  const { organizationContext } = workspace;
  const body = { assetIds: [], collectionId: homeId, collectionIds: [], label: "", organizationContext };
  return idFromBytes("thread", (await api.data(wire.thread, "POST", "/v1/threads", body)).threadId);
}

/** Asks, and waits for the answer. */
export async function postQuestion(api: ApiClient, threadId: string, question: string): Promise<wire.Thread> {
  const body = { messageContent: question, messageKind: "promptV2", recipients: [], threadId };
  return await api.data(wire.thread, "POST", `/v1/threads/${threadId}/messages`, body);
}

export async function getThread(api: ApiClient, threadId: string): Promise<wire.Thread> {
  return await api.data(wire.thread, "GET", `/v1/threads/${threadId}`);
}

/** The citations of one answer, in the order in which it makes them. */
export function citationsOf(thread: wire.Thread, messageId: string): wire.Citation[] {
  const all = Object.values(thread.knowledgeProvenance.citations);
  return all.filter((citation) => citation.messageId === messageId).toSorted((a, b) => a.ordinal - b.ordinal);
}
