import { ApiClient } from "../support/http/api-client.ts";
import { readDocuments } from "../../scripts/demo/documents.ts";
import type { Workspace } from "../../client/src/index.ts";
import { createCollection, createThread, uploadFile, waitUntilReady } from "../../scripts/demo/workspace.ts";
import * as z from "zod";
import type { GuestAddress } from "./raw-socket.ts";
import { HOME_TEXT, COMPETING_TEXTS, type CompetingDocuments } from "./competing-documents.ts";
import type { FaultyService } from "./service.ts";

const THREADS = 4;
const READY_TIMEOUT_MS = 60_000;
/** The PDF takes seconds to read, so each kill would interrupt it. */
const DOCUMENTS = ["alice-chapter-7.txt", "ripgrep-guide.md", "sqlite-atomic-commit.html"];

export interface Member {
  readonly name: string;
  readonly userId: string;
  readonly api: ApiClient;
}

/** The users and items that exist before the first kill. */
export interface Setup {
  readonly owner: Member & { readonly workspace: Workspace };
  /** They may chat in every thread. */
  readonly members: readonly Member[];
  readonly threadIds: readonly string[];
  /** The threads' collection. */
  readonly homeId: string;
  /** The collection of uploads during the run, below the threads' home. */
  readonly inboxId: string;
  /** The documents from the start. */
  readonly assetIds: readonly string[];
  /** Members may name them in every thread. */
  readonly competing: CompetingDocuments;
  /** The threads with a public link: every second one. */
  readonly guestLinks: readonly GuestAddress[];
}

/** Signs up users, adds documents, and creates threads about them. */
export async function createSetup(service: FaultyService): Promise<Setup> {
  const owner = await signUp(service, "ada");
  const { api, workspace } = owner;
  const libraryId = await createCollection(api, workspace.rootId, "Library");
  const inboxId = await createCollection(api, libraryId, "Inbox");
  const documents = (await readDocuments([])).filter(({ name }) => DOCUMENTS.includes(name));
  const assetIds = await Promise.all(
    documents.map(async (document) => await uploadFile(api, workspace, libraryId, document)),
  );
  const competing = await addCompetingDocuments(owner, libraryId);
  const members = await Promise.all(["bea", "cid", "dan"].map(async (name) => await signUp(service, name)));
  await share(api, libraryId, "chat", members);
  await share(api, competing.collectionId, "share", members);
  await Promise.all(
    [...assetIds, ...competing.assetIds, competing.homeAssetId].map(
      async (assetId) => await waitUntilReady(api, assetId, READY_TIMEOUT_MS),
    ),
  );
  const threadIds: string[] = [];
  for (let count = 0; count < THREADS; count += 1)
    threadIds.push(await createThread(api, workspace, libraryId));
  const shown = threadIds.filter((_, at) => at % 2 === 0);
  const guestLinks = await Promise.all(shown.map(async (threadId) => await openToGuests(api, threadId)));
  return { owner, members, threadIds, homeId: libraryId, inboxId, assetIds, competing, guestLinks };
}

async function addCompetingDocuments(
  { api, workspace }: Setup["owner"],
  homeId: string,
): Promise<CompetingDocuments> {
  const add = async (text: string, place: string): Promise<string> => {
    const file = {
      name: "harbour.txt",
      contentType: "text/plain",
      bytes: Uint8Array.from(new TextEncoder().encode(text)),
    };
    return await uploadFile(api, workspace, place, file);
  };
  const collectionId = await createCollection(api, workspace.rootId, "Archive");
  const assetIds = await Promise.all(COMPETING_TEXTS.map(async (text) => await add(text, collectionId)));
  return { collectionId, assetIds, homeAssetId: await add(HOME_TEXT, homeId) };
}

async function share(
  api: ApiClient,
  collectionId: string,
  action: "chat" | "share",
  members: readonly Member[],
): Promise<void> {
  const shareToEmails = members.map(({ name }) => emailOf(name));
  const body = { actions: [action], collectionIds: [collectionId], shareTo: [], shareToEmails };
  await api.data(
    z.object({ existingUsers: z.array(z.unknown()).length(members.length) }),
    "POST",
    "/v1/share-collections",
    body,
  );
}

async function openToGuests(api: ApiClient, threadId: string): Promise<GuestAddress> {
  const body = { threadId, shareMethod: "link", shareTo: [] };
  const { publicToken } = await api.data(
    z.object({ publicToken: z.string() }),
    "POST",
    `/v1/threads/${threadId}/share`,
    body,
  );
  return { origin: api.origin, threadId, publicToken };
}

async function signUp(service: FaultyService, name: string): Promise<Member & { workspace: Workspace }> {
  const api = new ApiClient(service.origin, await service.token(emailOf(name)));
  const workspace = await api.signIn({ email: emailOf(name) });
  return { name, userId: workspace.userId, api, workspace };
}

function emailOf(name: string): string {
  return `${name}@example.com`;
}
