import { newId } from "../../../../src/domain/ids.ts";
import { addReadyAsset, notify, upload } from "../../http/assets.ts";
import { begin, register, uploadInParts } from "../../http/multipart.ts";
import { addPage } from "../../rows/pages.ts";
import { call } from "../../http/call.ts";
import { type ContractCases } from "../contract-case.ts";
import { contextOf } from "../world.ts";

export const ASSET_CASES: ContractCases = {
  createAsset: {
    request: ({ folderId, owner }) => ({
      body: {
        collectionID: folderId,
        contentType: "text/plain",
        creationMethod: "upload",
        organizationContext: contextOf(owner),
        originalFileName: "zephyr.txt",
      },
    }),
  },
  createAssets: {
    request: ({ folderId, owner }) => ({
      body: {
        collectionID: folderId,
        organizationContext: contextOf(owner),
        assets: [
          { contentType: "text/plain", originalFileName: "zephyr.txt", size: 3, sha256: "0".repeat(64) },
          { contentType: "text/html", originalFileName: "zephyr.html" },
        ],
      },
    }),
  },
  notifyUploaded: {
    request: async ({ folderId, owner }) => ({
      body: {
        assetID: await upload(owner, folderId, "Some text."),
        processInBackground: false,
        processInThread: false,
      },
    }),
  },
  createMultipartUpload: {
    request: async ({ folderId, owner }) => ({
      params: { assetID: (await register(owner, folderId)).assetId },
      body: { size: 10 },
    }),
  },
  getMultipartUpload: {
    request: async ({ folderId, owner }) => {
      const { assetId } = await register(owner, folderId);
      await begin(owner, assetId, 10);
      return { params: { assetID: assetId } };
    },
  },
  completeMultipartUpload: {
    request: async ({ folderId, owner }) => ({
      params: { assetID: await uploadInParts(owner, folderId, new Uint8Array(10)) },
    }),
  },
  deleteMultipartUpload: {
    request: async ({ folderId, owner }) => ({
      params: { assetID: await uploadInParts(owner, folderId, new Uint8Array(10)) },
    }),
  },
  crawlUrl: {
    request: ({ folderId, owner }) => ({
      body: {
        collectionID: folderId,
        organizationID: owner.organizationId,
        tenantID: owner.tenantId,
        url: "https://example.com/zephyr",
        processInBackground: false,
        processInThread: false,
      },
    }),
  },
  listProcessingAssets: {
    request: () => ({ query: { limit: "5" } }),
    wrongQuery: { limit: ["-1", "x", "1.5"] },
  },
  updateAssetStatus: {
    request: async ({ folderId, owner }) => {
      const assetId = await upload(owner, folderId, "Some text.");
      await notify(owner, assetId, false);
      const progress = {
        status: "started",
        statusCode: 200,
        step: "processing",
        message: "Begun.",
        textTokens: 0,
      };
      const body = {
        assetID: assetId,
        jobID: newId("job"),
        displayName: "",
        keywords: "",
        summary: "",
        ...progress,
      };
      return { params: { assetId }, body };
    },
  },
  getAsset: { request: ({ assetId }) => ({ params: { assetID: assetId } }) },
  getAssetDownload: { request: ({ assetId }) => ({ params: { assetID: assetId } }) },
  createVersion: {
    request: async ({ folderId, owner }) => ({
      params: { assetID: await addReadyAsset(owner, folderId, "Some text.") },
      body: { contentType: "text/plain", originalFileName: "second.txt" },
    }),
  },
  listVersions: { request: ({ assetId }) => ({ params: { assetID: assetId } }) },
  listAssetPlaces: {
    wrongQuery: { version: ["", "x"], start: ["-1", "1.5", "x"] },
    request: ({ assetId }) => ({ params: { assetID: assetId } }),
  },
  updateAsset: {
    request: async ({ folderId, owner }) => {
      const assetId = await upload(owner, folderId, "Some text.");
      return {
        params: { assetID: assetId },
        body: { assetId, displayName: "Zephyr ledger, second edition" },
      };
    },
  },
  listRecentAssets: {
    request: () => ({ query: { page: "1", sort: "" } }),
    wrongQuery: { page: ["0", "-1", "x", "1.5"], sort: ["nonsense"] },
  },
  searchAssets: {
    request: ({ folderId }) => ({
      body: {
        matchName: "LEDGER",
        filterByCollections: [folderId],
        pagination: { Limit: 5, Offset: 0, Sort: ["displayName"] },
      },
    }),
  },
  reprocessAsset: {
    request: async ({ folderId, owner }) => {
      const assetId = await upload(owner, folderId, "Some text.");
      await notify(owner, assetId, false);
      return { params: { assetID: assetId } };
    },
  },
  refreshAsset: {
    message:
      "The page could not be refreshed. This service cannot fetch pages, because it has no public network.",
    request: async ({ folderId, owner }) => ({
      params: { assetID: await addPage(owner, folderId) },
      body: { refreshEvery: 7_200 },
    }),
  },
  tombstoneAssets: {
    request: async ({ folderId, owner }) => ({
      body: { assetIds: [await upload(owner, folderId, "Some text.")] },
    }),
  },
  restoreAssets: {
    request: async ({ folderId, owner }) => {
      const assetIds = [await upload(owner, folderId, "Some text.")];
      await call("tombstoneAssets", { token: owner.token, body: { assetIds } });
      return { body: { assetIds } };
    },
  },
  enhancePrompt: {
    request: ({ threadId }) => ({ body: { prompt: "Who wrote the zephyr ledger?", threadId } }),
  },
  searchPassages: {
    request: ({ folderId, assetId }) => ({
      body: { query: "brass lantern", collectionIds: [folderId], assetIds: [assetId], limit: 5 },
    }),
  },
};
