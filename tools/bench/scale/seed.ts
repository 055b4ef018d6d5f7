import * as z from "zod";
import { Failure } from "../../../scripts/lib/failure.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { call, type Member } from "../lib/service.ts";
import type { Seed } from "./fill.ts";

const bytes = z.array(z.int());
const collection = z.object({ id: bytes });
const created = z.object({ id: bytes, signedURL: z.string() });
const state = z.object({ lifecycleState: z.string(), metadata: z.object({ createdBy: bytes }) });
const TEXT = "The archive of the harbour keeps its lanterns in the northern tower.";
const WAIT_MS = 30_000;

/** Creates the originals of the copies through the API: two collections, and a ready asset in one of them. */
export async function plantSeed(origin: string, { authorization, context }: Member): Promise<Seed> {
  const { organizationId, tenantId } = context;
  const rootId = context.CollectionTree[0]?.collection.id;
  if (rootId === undefined) throw new Failure("The account has no root collection.");
  const make = async (label: string): Promise<string> => {
    const path = `/v1/collection/${idFromBytes("col", rootId)}`;
    return idFromBytes(
      "col",
      (await call(origin, authorization, "POST", path, { label }, collection)).data.id,
    );
  };
  const folderId = await make("Folders");
  const pileId = await make("Pile");
  const contentType = "text/plain";
  const organizationContext = { organizationId, tenantId };
  const body = {
    collectionID: pileId,
    contentType,
    creationMethod: "upload",
    organizationContext,
    originalFileName: "seed.txt",
  };
  const { data } = await call(origin, authorization, "POST", "/v1/assets", body, created);
  const sent = await fetch(data.signedURL, {
    method: "PUT",
    body: TEXT,
    headers: { "content-type": contentType },
  });
  if (!sent.ok) throw new Failure(`The upload of the seed failed: ${await sent.text()}`);
  const assetId = idFromBytes("asset", data.id);
  const notice = { assetID: assetId, processInBackground: true, processInThread: false };
  await call(origin, authorization, "POST", "/v1/assets/notifyUploaded", notice, z.unknown());
  for (
    const end = Date.now() + WAIT_MS;
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
    if (asset.lifecycleState === "ready")
      return { assetId, folderId, pileId, userId: idFromBytes("user", asset.metadata.createdBy) };
  }
  throw new Failure("The seed document was not ready in time.");
}
