/** Users of a service in its own process, over real HTTP and WebSockets. */
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Workspace } from "../../../client/src/index.ts";
import { uploadFile, type UploadInput, waitUntilReady } from "../../../scripts/demo/workspace.ts";
import type { Action } from "../../../src/domain/access.ts";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { afterFile } from "../setup/after-file.ts";
import { ApiClient } from "./api-client.ts";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import type { RemoteService } from "./service.ts";

/** Other users of the service may have twenty files in processing at the same time. */
const READY_TIMEOUT_MS = 120_000;
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".pdf": "application/pdf",
  ".html": "text/html",
  ".md": "text/markdown",
  ".txt": "text/plain",
};

export interface RemoteUser {
  readonly email: string;
  readonly api: ApiClient;
  readonly workspace: Workspace;
}

const newDomain = (): string => `${newId("org").slice(-8)}.example.com`;

/** A domain that no other file uses, because files share a service. */
let domain = newDomain();
afterFile(async () => {
  domain = newDomain();
});

export const emailOf = (name: string): string => `${name}@${domain}`;

/** @param displayName default: what stands before `@` in the address */
export async function signUp(
  service: RemoteService,
  name: string,
  displayName?: string,
): Promise<RemoteUser> {
  const email = emailOf(name);
  const api = new ApiClient(service.url, await service.token(email, { name: displayName }));
  return { email, api, workspace: await api.signIn({ email }) };
}

export async function share(
  owner: RemoteUser,
  collectionId: string,
  other: RemoteUser,
  actions: readonly Action[],
): Promise<void> {
  const body = { actions, collectionIds: [collectionId], shareTo: [], shareToEmails: [other.email] };
  const { existingUsers } = (await owner.api.request("POST", "/v1/share-collections", { body })).data;
  if (existingUsers.length !== 1) throw new Error(`${other.email} has not been found.`);
}

/** Creates an API key with all of the user's rights, on the named collections or everywhere. */
export async function makeKey({ api }: RemoteUser, collectionIds: readonly string[] = []): Promise<string> {
  const body = { name: "A program", actions: ["own" as const], collectionIds: [...collectionIds] };
  const { key } = (await api.request("POST", "/v1/api-keys", { body })).data;
  if (key === null) throw new Error("The key was made before.");
  return key;
}

export async function readSample(name: string): Promise<UploadInput> {
  const bytes = new Uint8Array(await readFile(join(PROJECT_ROOT, "samples", name)));
  return { name, contentType: CONTENT_TYPES[extname(name)] ?? "application/octet-stream", bytes };
}

export function textFile(name: string, content: string): UploadInput {
  return { name, contentType: "text/plain", bytes: Uint8Array.from(new TextEncoder().encode(content)) };
}

/** @returns the id of an asset whose processing is complete */
export async function addReadyFile(
  user: RemoteUser,
  collectionId: string,
  file: UploadInput,
): Promise<string> {
  const assetId = await uploadFile(user.api, user.workspace, collectionId, file);
  await waitUntilReady(user.api, assetId, READY_TIMEOUT_MS);
  return assetId;
}

/**
 * Uploads an archive that stays unprocessed into the user's personal collection.
 * @returns its asset's id
 */
export async function uploadArchive({ api, workspace }: RemoteUser, archive: Blob): Promise<string> {
  const { organizationContext, personalId: collectionID } = workspace;
  const file = {
    contentType: "application/zip",
    creationMethod: "upload",
    originalFileName: "export.zip",
  } as const;
  const { data: asset } = await api.request("POST", "/v1/assets", {
    body: { ...file, collectionID, organizationContext },
  });
  const assetId = idFromBytes("asset", asset.id);
  await api.upload(assetId, archive);
  return assetId;
}

/**
 * Creates a thread in a home collection, with further sources in scope.
 * @returns its id
 */
export async function startThread(
  user: RemoteUser,
  homeId: string,
  scope: {
    readonly label?: string;
    readonly collectionIds?: readonly string[];
    readonly assetIds?: readonly string[];
  } = {},
): Promise<string> {
  const { organizationContext } = user.workspace;
  const body = {
    assetIds: [],
    collectionIds: [],
    label: "",
    ...scope,
    collectionId: homeId,
    organizationContext,
  };
  return idFromBytes("thread", (await user.api.request("POST", "/v1/threads", { body })).data.threadId);
}

/** The close code of a rejected socket. */
export async function closeCodeOf(service: RemoteService, path: string, token: string): Promise<number> {
  const socket = new WebSocket(new URL(path, service.url.replace(/^http/, "ws")).href, [
    "knowledge.v1",
    `bearer.${token}`,
  ]);
  return await new Promise((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
}

/** The usage of the user's organization so far. */
export async function usageBy({ api, workspace }: RemoteUser) {
  const params = { organizationId: workspace.organizationContext.organizationId };
  return (await api.request("GET", "/v1/organizations/{organizationId}/usage", { params })).data.total;
}
