import { invalidate } from "./cache.ts";
import { client, fetchSigned, uploadVersion } from "./client.ts";

/** Between two questions about a version that is being read. */
const ASK_MS = 1_500;

/**
 * Sends a new version of a document, and waits until the service has read it.
 * @returns why the service could not read it; "" after a success
 * @throws ApiError; errors of `fetch`
 */
export async function sendVersion(assetId: string, collectionId: string, file: File): Promise<string> {
  await uploadVersion(client, assetId, { name: file.name, blob: file }, fetchSigned);
  for (;;) {
    const params = { assetID: assetId };
    const { data } = await client.request("GET", "/v1/assets/{assetID}/versions", { params });
    if (data.pendingFileName === "") {
      invalidate(assetId, collectionId);
      return data.failureReason;
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
}
