/** Users of a service that runs as a process of its own: real HTTP, real WebSockets. */
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import * as z from "zod";
import { ApiClient } from "../../scripts/demo/api-client.ts";
import { ThreadSocket } from "../../scripts/demo/thread-socket.ts";
import { type Frame, thread as threadShape } from "../../scripts/demo/wire.ts";
import { signIn, uploadFile, type UploadInput, waitUntilReady, type Workspace } from "../../scripts/demo/workspace.ts";
import type { Action } from "../../src/domain/access.ts";
import { idFromBytes } from "../../src/domain/ids.ts";
import { PROJECT_ROOT } from "./scripts.ts";
import type { Service } from "./service.ts";

const READY_TIMEOUT_MS = 60_000;
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

/** Signs somebody up. */
export async function signUp(service: Service, name: string): Promise<RemoteUser> {
  const email = `${name}@example.com`;
  const api = new ApiClient(service.url, await service.token(email));
  return { email, api, workspace: await signIn(api, email) };
}

export async function share(owner: RemoteUser, collectionId: string, other: RemoteUser, actions: readonly Action[]): Promise<void> {
  const body = { actions, collectionIds: [collectionId], shareTo: [], shareToEmails: [other.email] };
  await owner.api.data(z.object({ existingUsers: z.array(z.unknown()).length(1) }), "POST", "/v1/share-collections", body);
}

/** Reads one of the samples. */
export async function readSample(name: string): Promise<UploadInput> {
  const bytes = new Uint8Array(await readFile(join(PROJECT_ROOT, "samples", name)));
  return { name, contentType: CONTENT_TYPES[extname(name)] ?? "application/octet-stream", bytes };
}

/** A plain-text document. */
export function textFile(name: string, content: string): UploadInput {
  return { name, contentType: "text/plain", bytes: Uint8Array.from(new TextEncoder().encode(content)) };
}

/** @returns the id of an asset that is ready to be asked about */
export async function addReadyFile(user: RemoteUser, collectionId: string, file: UploadInput): Promise<string> {
  const assetId = await uploadFile(user.api, user.workspace, collectionId, file);
  await waitUntilReady(user.api, assetId, READY_TIMEOUT_MS);
  return assetId;
}

/** A thread at home in a collection, with what is brought in beside it. @returns its id */
export async function startThread(
  user: RemoteUser,
  homeId: string,
  scope: { readonly collectionIds?: readonly string[]; readonly assetIds?: readonly string[] } = {},
): Promise<string> {
  const { organizationContext } = user.workspace;
  const body = { assetIds: [], collectionIds: [], ...scope, collectionId: homeId, label: "", organizationContext };
  return idFromBytes("thread", (await user.api.data(threadShape, "POST", "/v1/threads", body)).threadId);
}

/** The close code of a socket that is refused. */
export async function refusalOf(service: Service, path: string, token: string): Promise<number> {
  const socket = new ThreadSocket(service.url, path, token);
  return (await socket.closed).code;
}

/** Waits until so many answers have ended on a socket. @returns the frames up to there */
export async function framesUntilAnswers(socket: ThreadSocket, answers: number, timeoutMs: number): Promise<Frame[]> {
  const seen: Frame[] = [];
  let ended = 0;
  for await (const frame of socket.follow(timeoutMs)) {
    seen.push(frame);
    if (frame.textV1?.isDone === true) ended += 1;
    if (ended === answers) break;
  }
  return seen;
}
