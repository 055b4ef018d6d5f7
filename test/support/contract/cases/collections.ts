import { addCrawl } from "../../rows/crawls.ts";
import { insertAssets } from "../../rows/insert-assets.ts";
import { call } from "../../http/call.ts";
import { startThread } from "../../http/threads.ts";
import { createCollection } from "../../http/create-collection.ts";
import { type ContractCases, WRONG_PAGING, WRONG_DRY_RUN } from "../contract-case.ts";
import { type Caller, contextOf, type World } from "../world.ts";

export const COLLECTION_CASES: ContractCases = {
  createCollection: {
    request: ({ folderId, owner }) => ({
      params: { parentCollectionID: folderId },
      body: {
        label: "Below",
        description: "",
        icon: "",
        kind: "collection",
        parent: folderId,
        organizationContext: contextOf(owner),
      },
    }),
  },
  getCollection: { request: ({ folderId }) => ({ params: { collectionID: folderId } }) },
  updateCollection: {
    request: async ({ folderId, owner }) => {
      const collectionId = await createCollection(owner, folderId, "Old name");
      return {
        params: { collectionID: collectionId },
        body: { collectionId, label: "New name", description: "About", icon: "pen" },
      };
    },
  },
  moveCollection: {
    wrongQuery: WRONG_DRY_RUN,
    request: async ({ folderId, owner }) => {
      const [collectionId, parentId] = [
        await createCollection(owner, folderId, "Moving"),
        await createCollection(owner, folderId, "Below"),
      ];
      return { params: { collectionID: collectionId }, body: { collectionId, parentCollectionId: parentId } };
    },
  },
  listCollectionAssets: {
    request: ({ folderId }) => ({
      params: { collectionID: folderId },
      query: { limit: "1", offset: "0", sort: "-displayName", includeDescendants: "true" },
    }),
    wrongQuery: { ...WRONG_PAGING, includeDescendants: ["maybe"] },
  },
  listCollectionThreads: {
    request: ({ folderId }) => ({
      params: { collectionID: folderId },
      query: { limit: "1", offset: "0", sort: "-label" },
    }),
    wrongQuery: { ...WRONG_PAGING, lifecycleState: ["", "gone"] },
  },
  linkAssets: {
    wrongQuery: WRONG_DRY_RUN,
    request: async ({ folderId, assetId, owner }) => {
      const collectionId = await createCollection(owner, folderId, "Linked");
      return {
        params: { collectionID: collectionId },
        body: { collectionId, assetIds: [assetId], flags: [] },
      };
    },
  },
  linkThreads: {
    wrongQuery: WRONG_DRY_RUN,
    request: async ({ folderId, threadId, owner }) => {
      const collectionId = await createCollection(owner, folderId, "Linked");
      return {
        params: { collectionID: collectionId },
        body: { collectionId, threadIds: [threadId], flags: [] },
      };
    },
  },
  unlinkAssets: {
    request: async ({ folderId, assetId, owner }) => {
      const collectionId = await createCollection(owner, folderId, "Linked");
      const body = { collectionId, assetIds: [assetId] };
      await mustSucceed(owner, `/v1/collections/${collectionId}/assets`, { ...body, flags: [] });
      return { params: { collectionID: collectionId }, body };
    },
  },
  unlinkThreads: {
    request: async ({ folderId, threadId, owner }) => {
      const collectionId = await createCollection(owner, folderId, "Linked");
      const body = { collectionId, threadIds: [threadId] };
      await mustSucceed(owner, `/v1/collections/${collectionId}/threads`, { ...body, flags: [] });
      return { params: { collectionID: collectionId }, body };
    },
  },
  moveAssets: {
    wrongQuery: WRONG_DRY_RUN,
    request: async ({ folderId, owner }) => {
      const [from, to] = [
        await createCollection(owner, folderId, "From"),
        await createCollection(owner, folderId, "To"),
      ];
      const [assetId = ""] = await insertAssets(owner, from, 1, () => ({}));
      return {
        params: { collectionID: from },
        body: { collectionId: from, targetCollectionId: to, assetIds: [assetId] },
      };
    },
  },
  moveThreads: {
    wrongQuery: WRONG_DRY_RUN,
    request: async ({ folderId, owner }) => {
      const [from, to] = [
        await createCollection(owner, folderId, "From"),
        await createCollection(owner, folderId, "To"),
      ];
      const threadId = await startThread(owner, from, { label: "Moving" });
      return {
        params: { collectionID: from },
        body: { collectionId: from, targetCollectionId: to, threadIds: [threadId] },
      };
    },
  },
  deleteCollections: {
    request: async ({ folderId, owner }) => ({
      body: { collectionIds: [await createCollection(owner, folderId, "Zephyr drawer")] },
    }),
    wrongQuery: WRONG_DRY_RUN,
  },
  getCrawl: {
    request: async (world) => ({ params: { collectionID: await addCrawl(world.owner, world.folderId) } }),
  },
  stopCrawl: {
    request: async (world) => ({ params: { collectionID: await addCrawl(world.owner, world.folderId) } }),
  },
  getDeletion: { request: async (world) => ({ params: { deletionID: await deleteOne(world) } }) },
  checkDeletion: {
    request: async (world) => ({ params: { deletionID: await deleteOne(world) } }),
    wrongQuery: { after: ["", "x", "user_01h455vb4pex5vsknk084sn02q"] },
  },
};

/**
 * Permanently deletes a collection.
 * @returns the receipt's id
 */
async function deleteOne({ folderId, owner }: World): Promise<string> {
  const body = { collectionIds: [await createCollection(owner, folderId, "Zephyr drawer")] };
  return (await call("deleteCollections", { token: owner.token, body })).body.data.deletionId;
}

async function mustSucceed({ token }: Caller, path: string, body: unknown): Promise<void> {
  const answer = await call("POST", path, { token, body });
  if (answer.status !== 200) throw new Error(answer.body.message);
}
