import { ApiError } from "./errors.ts";
import type { Caller } from "./operation-types.ts";
import { parseJson } from "./parse-json.ts";
import type { Fetch } from "./requests.ts";
import { typeOf } from "./send-file.ts";
import type { NamedFile } from "./upload-files.ts";

const VERSIONS = "/v1/assets/{assetID}/versions";

/**
 * Sends the bytes of a new version of a document. The document keeps its bytes and its text until the service
 * has read the file. `GET /v1/assets/{assetID}/versions` has the end.
 * @param fetch sends the bytes to the signed URL
 * @throws ApiError if the service takes no version; errors of `fetch`
 */
export async function uploadVersion(
  caller: Caller,
  assetID: string,
  { name, blob, sha256, signal }: NamedFile,
  fetch: Fetch = async (url, init) => await globalThis.fetch(url, init),
): Promise<void> {
  const contentType = typeOf(blob);
  const body = { contentType, originalFileName: name, size: blob.size, sha256: sha256 ?? null };
  const { data } = await caller.request("POST", VERSIONS, { params: { assetID }, body });
  const headers = { "content-type": contentType };
  const init = { method: "PUT", body: blob, headers, signal: signal ?? null };
  const response = await fetch(data.signedURL, init);
  const told = parseJson(await response.text()) as { code?: string; message?: string } | null;
  if (response.ok) return;
  const { code = "unknown", message = `The response has status ${response.status}.` } = told ?? {};
  const operationId = response.headers.get("x-operation-id") ?? "";
  const { status } = response;
  throw new ApiError({ method: "PUT", path: "content", status, code, message, operationId, issues: [] });
}
