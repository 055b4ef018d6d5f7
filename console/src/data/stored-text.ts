/** The stored text and the bytes of documents. */
import { ApiError, fetchOwn, fetchSigned, untilSignedIn } from "./client.ts";

/** The stored text of a document: citations are offsets in it. */
export interface StoredText {
  /** The hash of the text. */
  readonly version: string;
  readonly text: string;
}

const TEXT_PATH = "/v1/assets/{assetID}/text";

/**
 * Reads the stored text of a document.
 * @param version "" for the current text
 * @throws ApiError; errors of `fetch`
 */
export async function readStoredText(
  assetId: string,
  version: string,
  signal: AbortSignal,
): Promise<StoredText> {
  const response = await answered("GET", assetId, version, signal);
  const bytes = await response.arrayBuffer();
  // A byte order mark is a character of the text: offsets count it.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return { version: versionOf(response) || version, text };
}

/** The version of the current text; "" if there is none. @throws ApiError; errors of `fetch` */
export async function readCurrentVersion(assetId: string, signal: AbortSignal): Promise<string> {
  return versionOf(await answered("HEAD", assetId, "", signal));
}

/** Reads bytes of a document by its signed address. @throws ApiError; errors of `fetch` */
export async function readBytes(
  address: string,
  { signal, range }: { signal: AbortSignal; range?: { readonly begin: number; readonly end: number } },
): Promise<Uint8Array<ArrayBuffer>> {
  const headers =
    range === undefined ? {} : { range: `bytes=${String(range.begin)}-${String(range.end - 1)}` };
  const response = await fetchSigned(address, { signal, headers });
  if (!response.ok) throw await errorOf(response, "GET", "content");
  return new Uint8Array(await response.arrayBuffer());
}

async function answered(
  method: "GET" | "HEAD",
  assetId: string,
  version: string,
  signal: AbortSignal,
): Promise<Response> {
  const query = version === "" ? "" : `?version=${encodeURIComponent(version)}`;
  const path = `${TEXT_PATH.replace("{assetID}", encodeURIComponent(assetId))}${query}`;
  const response = await fetchOwn(path, { method, signal });
  if (response.status === 401) {
    await untilSignedIn();
    return await answered(method, assetId, version, signal);
  }
  if (!response.ok) throw await errorOf(response, method, TEXT_PATH);
  return response;
}

function versionOf(response: Response): string {
  return response.headers.get("etag")?.replaceAll('"', "") ?? "";
}

async function errorOf(response: Response, method: string, path: string): Promise<ApiError> {
  const told = (await response.json().catch(() => null)) as { code?: unknown; message?: unknown } | null;
  return new ApiError({
    method,
    path,
    status: response.status,
    code: typeof told?.code === "string" ? told.code : "unknown",
    message: typeof told?.message === "string" ? told.message : `The response has status ${response.status}.`,
    operationId: response.headers.get("x-operation-id") ?? "",
    issues: [],
  });
}
