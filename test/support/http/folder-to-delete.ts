import { addReadyAsset } from "./assets.ts";
import { runAllJobs } from "./tombstone.ts";
import { call } from "./call.ts";
import { type Person, signUp } from "./person.ts";
import { sendMessage, startThread } from "./threads.ts";
import { createCollection } from "./create-collection.ts";

const TEXT = "The zephyr engine was built in 1871 by a clerk called Marrow.";
const OTHER = "The ferry to Sandholm leaves at noon from the pier.";

export const getBody = async (person: Person, path: string) =>
  (await call("GET", path, { token: person.token })).body;

export async function deletePermanently(
  person: Person,
  collectionIds: readonly string[],
  query = "",
  headers: Record<string, string> = {},
) {
  return await call("DELETE", `/v1/collections${query}`, {
    token: person.token,
    body: { collectionIds },
    headers,
  });
}

export async function linkAsset(person: Person, collectionId: string, assetId: string): Promise<void> {
  await call("linkAssets", {
    token: person.token,
    params: { collectionID: collectionId },
    body: { collectionId, assetIds: [assetId] },
  });
}

/** All remaining records that a deletion listed, page by page. */
export async function remainingRecords(person: Person, deletionId: string) {
  const left: unknown[] = [];
  let checked = 0;
  for (let next: string | null = null; next !== "";) {
    const { data } = await getBody(
      person,
      `/v1/deletions/${deletionId}/check${next === null ? "" : `?after=${next}`}`,
    );
    left.push(...data.left);
    checked += data.checked;
    next = data.next as string;
  }
  return { checked, left };
}

/**
 * A folder with a subfolder, each with a document, one of which is also in another collection, and a thread
 * about them.
 */
export async function createFolderToDelete() {
  const ada = await signUp();
  const folder = await createCollection(ada, ada.rootId, "Folder");
  const below = await createCollection(ada, folder, "Below");
  const other = await createCollection(ada, ada.rootId, "Other");
  const gone = await addReadyAsset(ada, below, TEXT);
  const stays = await addReadyAsset(ada, folder, OTHER);
  await linkAsset(ada, other, stays);
  const threadId = await startThread(ada, below, { assetIds: [gone, stays] });
  await sendMessage(ada, threadId, "Who built the zephyr engine?");
  await call("linkThreads", {
    token: ada.token,
    params: { collectionID: other },
    body: { collectionId: other, threadIds: [threadId] },
  });
  const beside = await startThread(ada, other, { assetIds: [gone] });
  await sendMessage(ada, beside, "Who built the zephyr engine?");
  await runAllJobs();
  return { ada, folder, below, other, gone, stays, threadId, beside };
}

export const PLAN = { goes: { collections: 2, threads: 1, assets: 1 }, stays: { assets: 1 } };
