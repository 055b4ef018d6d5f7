import { ApiClient } from "../support/api-client.ts";
import { readDocuments } from "../../scripts/demo/documents.ts";
import { createCollection, createThread, signIn, uploadFile, waitUntilReady, type Workspace } from "../../scripts/demo/workspace.ts";
import * as z from "zod";
import type { FaultyService } from "./service.ts";

const THREADS = 4;
const READY_TIMEOUT_MS = 60_000;
/** The PDF takes seconds to read: it would be cut off each time. */
const DOCUMENTS = ["alice-chapter-7.txt", "ripgrep-guide.md", "sqlite-atomic-commit.html"];

export interface Member {
  readonly name: string;
  readonly userId: string;
  readonly api: ApiClient;
}

/** Everybody and everything that is there before the first kill. */
export interface Stage {
  readonly owner: Member & { readonly workspace: Workspace };
  /** They may chat in every thread. */
  readonly members: readonly Member[];
  readonly threadIds: readonly string[];
  /** Where files arrive during the run, below the threads' home. */
  readonly inboxId: string;
  /** The documents that are there from the beginning. */
  readonly assetIds: readonly string[];
}

/** Signs people up, adds documents, and opens threads about them. */
export async function setStage(service: FaultyService): Promise<Stage> {
  const owner = await signUp(service, "ada");
  const { api, workspace } = owner;
  const libraryId = await createCollection(api, workspace.rootId, "Library");
  const inboxId = await createCollection(api, libraryId, "Inbox");
  const documents = (await readDocuments([])).filter(({ name }) => DOCUMENTS.includes(name));
  const assetIds = await Promise.all(documents.map(async (document) => await uploadFile(api, workspace, libraryId, document)));
  const members = await Promise.all(["bea", "cid", "dan"].map(async (name) => await signUp(service, name)));
  const shareToEmails = members.map(({ name }) => emailOf(name));
  const share = { actions: ["chat"], collectionIds: [libraryId], shareTo: [], shareToEmails };
  await api.data(z.object({ existingUsers: z.array(z.unknown()).length(members.length) }), "POST", "/v1/share-collections", share);
  await Promise.all(assetIds.map(async (assetId) => await waitUntilReady(api, assetId, READY_TIMEOUT_MS)));
  const threadIds: string[] = [];
  for (let count = 0; count < THREADS; count += 1) threadIds.push(await createThread(api, workspace, libraryId));
  return { owner, members, threadIds, inboxId, assetIds };
}

async function signUp(service: FaultyService, name: string): Promise<Member & { workspace: Workspace }> {
  const api = new ApiClient(service.origin, await service.token(emailOf(name)));
  const workspace = await signIn(api, emailOf(name));
  return { name, userId: workspace.userId, api, workspace };
}

function emailOf(name: string): string {
  return `${name}@example.com`;
}
