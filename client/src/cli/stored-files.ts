/** Finds and continues files of earlier uploads. */
import { createHash } from "node:crypto";
import type { AnswerOf, KnowledgeClient, NamedFile, Schemas, UploadedFile } from "../index.ts";
import { normalizeName } from "./folders.ts";

export type HashedFile = NamedFile & { readonly sha256: string };

export type StoredAsset = AnswerOf<
  "GET",
  "/v1/collection/{collectionID}/assets"
>["data"]["result"]["entities"][number]["data"];

const PAGE = 200;
const LOOK_EVERY_MS = 1_000;

export async function hashFile(file: NamedFile): Promise<HashedFile> {
  const hash = createHash("sha256");
  for await (const piece of file.blob.stream()) hash.update(piece as Uint8Array);
  return { ...file, sha256: hash.digest("hex") };
}

/** Key that is equal for two files of a collection with the same name and the same bytes. */
export function fileKey(name: string, sha256: string): string {
  return `${sha256} ${normalizeName(name.split(/[\\/]/).at(-1) ?? name)}`;
}

/**
 * The assets of a collection by name and hash. Of several equal assets, the asset with the most progress
 * wins.
 */
export async function findStoredFiles(
  client: KnowledgeClient,
  collectionID: string,
): Promise<Map<string, StoredAsset>> {
  const stored = new Map<string, StoredAsset>();
  for (let offset = 0; ; offset += PAGE) {
    const query = { limit: PAGE, offset, sort: "createdAt" };
    const { data } = await client.request("GET", "/v1/collection/{collectionID}/assets", {
      params: { collectionID },
      query,
    });
    for (const { data: asset } of data.result.entities) {
      // Assets whose bytes have not arrived have no hash.
      if (!asset.sha256) continue;
      const key = fileKey(asset.originalFilename, asset.sha256);
      const before = stored.get(key);
      if (before === undefined || progressOf(asset) > progressOf(before)) stored.set(key, asset);
    }
    if (!data.pagination.hasNextPage) return stored;
  }
}

const PROGRESS: readonly StoredAsset["lifecycleState"][] = [
  "deleted",
  "failed",
  "uploading",
  "uploaded",
  "processing",
  "ready",
];

function progressOf({ lifecycleState }: StoredAsset): number {
  return PROGRESS.indexOf(lifecycleState);
}

/** Completes an earlier upload, so that the service reads the asset. A failed asset gets one more attempt. */
export async function resumeUpload(
  client: KnowledgeClient,
  { blob, sha256 }: HashedFile,
  asset: StoredAsset,
): Promise<void> {
  const { id: assetID, lifecycleState } = asset;
  if (lifecycleState === "uploading") await client.upload(assetID, blob, { sha256 });
  if (lifecycleState === "uploading" || lifecycleState === "uploaded")
    await client.request("POST", "/v1/assets/notifyUploaded", {
      body: { assetID, processInBackground: true, processInThread: false },
    });
  if (lifecycleState === "failed")
    await client.request("POST", "/v1/assets/{assetID}/reprocess", { params: { assetID } });
}

/** Waits until the service has processed an asset of an earlier upload. */
export async function waitUntilProcessed(
  client: KnowledgeClient,
  name: string,
  assetID: string,
): Promise<UploadedFile> {
  for (;;) {
    const { data } = await client.request("GET", "/v1/assets/{assetID}", { params: { assetID } });
    const { lifecycleState: state, failureReason } = data;
    const message = [data.processingMessage, meaningOf(data.embeddings)]
      .filter((text) => text !== "")
      .join(" ");
    if (state === "ready") return { name, assetId: assetID, state, failureReason: "", message };
    if (state === "failed" || state === "deleted")
      return {
        name,
        assetId: assetID,
        state: "failed",
        failureReason: failureReason || "It was deleted before it was processed.",
      };
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Reports, like `processingStatusText`, that only keyword search finds the asset so far. */
function meaningOf(embeddings: Schemas["Asset"]["embeddings"]): string {
  const pending = embeddings.find(({ state }) => state === "pending");
  if (pending === undefined) return "";
  return pending.percent === 0
    ? "Semantic search is not ready yet."
    : `Semantic search is ${pending.percent} % ready.`;
}
