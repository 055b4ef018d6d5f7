import { ApiError } from "./errors.ts";
import type { AnswerOf, Caller } from "./operation-types.ts";

type Listed = AnswerOf<
  "GET",
  "/v1/collection/{collectionID}/assets"
>["data"]["result"]["entities"][number]["data"];

/** How far the service is with an asset. */
export interface ReadProgress {
  readonly state: Listed["lifecycleState"];
  /** The progress as a sentence; "" if unknown. */
  readonly statusText: string;
  readonly failureReason: string;
  /** The kind of the failure; "" without one. */
  readonly failureCode: Listed["failureCode"];
}

/**
 * Reads the progress of assets of one collection. One listing covers most of them. The assets that it does not
 * show are read individually, because other users may add files concurrently.
 * @throws ApiError; the signal's reason
 */
export async function readProgress(
  client: Caller,
  collectionID: string,
  assetIds: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, ReadProgress>> {
  const listing = await client.request("GET", "/v1/collection/{collectionID}/assets", {
    params: { collectionID },
    query: { limit: 200, sort: "-createdAt" },
    signal,
  });
  const shown = new Map(listing.data.result.entities.map(({ data }) => [data.id, data]));
  const progress = new Map<string, ReadProgress>();
  for (const assetId of assetIds) {
    const listed = shown.get(assetId);
    if (listed === undefined) progress.set(assetId, await readAlone(client, assetId, signal));
    else
      progress.set(assetId, {
        state: listed.lifecycleState,
        statusText: listed.processingStatusText,
        failureReason: listed.processingFailureReason,
        failureCode: listed.failureCode,
      });
  }
  return progress;
}

async function readAlone(
  client: Caller,
  assetID: string,
  signal: AbortSignal | undefined,
): Promise<ReadProgress> {
  try {
    const { data } = await client.request("GET", "/v1/assets/{assetID}", { params: { assetID }, signal });
    const { lifecycleState, processingMessage, failureReason, failureCode } = data;
    return { state: lifecycleState, statusText: processingMessage, failureReason, failureCode };
  } catch (error) {
    // A deleted asset ends the wait.
    if (!(error instanceof ApiError) || error.code !== "not_found") throw error;
    const failureReason = "It was deleted before it was processed.";
    return { state: "failed", statusText: "", failureReason, failureCode: "other" };
  }
}
