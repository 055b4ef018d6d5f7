import { newId } from "../../../../src/domain/ids.ts";
import { notify, upload } from "../../assets.ts";
import { call } from "../../http.ts";
import { CHANGE, type ContractCases, FOR_SERVICES, OWN, READ } from "../contract-case.ts";
import { contextOf } from "../world.ts";

export const ASSET_CASES: ContractCases = {
  createAsset: {
    ...CHANGE,
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
    ...CHANGE,
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
    ...CHANGE,
    request: async ({ folderId, owner }) => ({
      body: { assetID: await upload(owner, folderId, "Some text."), processInBackground: false, processInThread: false },
    }),
  },
  crawlUrl: {
    ...CHANGE,
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
  listProcessingAssets: { ...FOR_SERVICES, request: () => ({ query: { limit: "5" } }), wrongQuery: { limit: ["-1", "x", "1.5"] } },
  updateAssetStatus: {
    ...FOR_SERVICES,
    trips: 2,
    request: async ({ folderId, owner }) => {
      const assetId = await upload(owner, folderId, "Some text.");
      await notify(owner, assetId, false);
      const progress = { status: "started", statusCode: 200, step: "processing", message: "Begun.", textTokens: 0 };
      const body = { assetID: assetId, jobID: newId("job"), displayName: "", keywords: "", summary: "", ...progress };
      return { params: { assetId }, body };
    },
  },
  getAsset: { ...READ, request: ({ assetId }) => ({ params: { assetID: assetId } }) },
  updateAsset: {
    ...CHANGE,
    request: async ({ folderId, owner }) => {
      const assetId = await upload(owner, folderId, "Some text.");
      return { params: { assetID: assetId }, body: { assetId, displayName: "Zephyr ledger, second edition" } };
    },
  },
  listRecentAssets: {
    ...OWN,
    request: () => ({ query: { page: "1", sort: "" } }),
    wrongQuery: { page: ["0", "-1", "x", "1.5"], sort: ["nonsense"] },
  },
  searchAssets: {
    ...READ,
    trips: 2,
    request: ({ folderId }) => ({
      body: { matchName: "LEDGER", filterByCollections: [folderId], pagination: { Limit: 5, Offset: 0, Sort: ["displayName"] } },
    }),
  },
  reprocessAsset: {
    ...CHANGE,
    request: async ({ folderId, owner }) => {
      const assetId = await upload(owner, folderId, "Some text.");
      await notify(owner, assetId, false);
      return { params: { assetID: assetId } };
    },
  },
  tombstoneAssets: {
    ...CHANGE,
    request: async ({ folderId, owner }) => ({ body: { assetIds: [await upload(owner, folderId, "Some text.")] } }),
  },
  restoreAssets: {
    ...CHANGE,
    reader: "not_found",
    request: async ({ folderId, owner }) => {
      const assetIds = [await upload(owner, folderId, "Some text.")];
      await call("DELETE", "/v1/assets/tombstone", { token: owner.token, body: { assetIds } });
      return { body: { assetIds } };
    },
  },
  searchPassages: {
    ...READ,
    trips: 2,
    request: ({ folderId, assetId }) => ({ body: { query: "brass lantern", collectionIds: [folderId], assetIds: [assetId], limit: 5 } }),
  },
};
