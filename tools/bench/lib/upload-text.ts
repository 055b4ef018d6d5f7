import * as z from "zod";
import { Failure } from "../../../scripts/lib/failure.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { call, type Member } from "./service.ts";

const created = z.object({ id: z.array(z.int()), signedURL: z.string() });
const state = z.object({ lifecycleState: z.string() });

/**
 * Uploads a text into the member's root collection and waits until it is ready. @returns its id
 * @throws Failure
 */
export async function uploadText(
  origin: string,
  { authorization, context }: Member,
  text: string,
  waitMs = 120_000,
): Promise<string> {
  const { organizationId, tenantId } = context;
  const collectionID = idFromBytes("col", context.CollectionTree[0]?.collection.id ?? []);
  const contentType = "text/plain";
  const organizationContext = { organizationId, tenantId };
  const body = {
    collectionID,
    contentType,
    creationMethod: "upload",
    organizationContext,
    originalFileName: "text.txt",
  };
  const { data } = await call(origin, authorization, "POST", "/v1/assets", body, created);
  const sent = await fetch(data.signedURL, {
    method: "PUT",
    body: text,
    headers: { "content-type": contentType },
  });
  if (!sent.ok) throw new Failure(`The upload failed: ${await sent.text()}`);
  const assetId = idFromBytes("asset", data.id);
  const notice = { assetID: assetId, processInBackground: true, processInThread: false };
  await call(origin, authorization, "POST", "/v1/assets/notifyUploaded", notice, z.unknown());
  for (
    const end = Date.now() + waitMs;
    Date.now() < end;
    await new Promise((resolve) => setTimeout(resolve, 100))
  ) {
    const { data: asset } = await call(
      origin,
      authorization,
      "GET",
      `/v1/assets/${assetId}`,
      undefined,
      state,
    );
    if (asset.lifecycleState === "ready") return assetId;
    if (asset.lifecycleState === "failed") break;
  }
  throw new Failure("A text was not ready in time.");
}
