import { expect, vi } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import type { RemoteUser } from "./remote-user.ts";

const END_TIMEOUT_MS = 80_000;
const POLL_MS = 250;

export interface CrawledAsset {
  readonly id: number[];
  readonly lifecycleState: string;
  readonly failureReason: string;
  readonly displayName: string;
  readonly contentType: string;
  readonly originalFileName: string;
  readonly signedURL: string;
  readonly fileSize: number;
  readonly lifecyclesCompleted: string[];
  readonly producedSummary: boolean;
}

/**
 * Requests a crawl of a page.
 * @returns the response
 */
export async function crawlPage(
  ada: RemoteUser,
  url: string,
  flags: { readonly processInBackground?: boolean } = {},
) {
  const { personalId, organizationContext } = ada.workspace;
  const { organizationId: organizationID, tenantId: tenantID } = organizationContext;
  const body = {
    collectionID: personalId,
    organizationID,
    tenantID,
    url,
    processInBackground: true,
    processInThread: false,
    ...flags,
  };
  return await ada.api.call("POST", "/v1/url/crawl", body);
}

async function getAsset(ada: RemoteUser, id: string): Promise<CrawledAsset> {
  const { body } = await ada.api.call("GET", `/v1/assets/${id}`);
  return body.data as unknown as CrawledAsset;
}

/** Crawls a page and waits until the asset is in one of the states. */
export async function crawlUntil(
  ada: RemoteUser,
  url: string,
  flags: { readonly processInBackground?: boolean } = {},
  states = ["ready", "failed"],
): Promise<CrawledAsset> {
  const { status, body } = await crawlPage(ada, url, flags);
  const made = body.data as unknown as CrawledAsset;
  expect({ status, done: body.done, lifecycleState: made.lifecycleState, signedURL: made.signedURL }).toEqual(
    {
      status: 200,
      done: false,
      lifecycleState: "uploading",
      signedURL: "",
    },
  );
  return await waitForState(ada, idFromBytes("asset", made.id), states);
}

/** Waits until the asset is in one of the states. */
export async function waitForState(
  ada: RemoteUser,
  id: string,
  states: readonly string[],
): Promise<CrawledAsset> {
  const look = async (): Promise<CrawledAsset | null> => {
    const asset = await getAsset(ada, id);
    return states.includes(asset.lifecycleState) ? asset : null;
  };
  return await vi.waitUntil(look, { timeout: END_TIMEOUT_MS, interval: POLL_MS });
}
