import * as z from "zod";
import { Failure } from "../../../scripts/lib/failure.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { call, type Member } from "../lib/service.ts";

export interface Kind {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const signed = z.object({ id: z.array(z.int()), signedURL: z.string() });

/** Runs and measures one request of an upload, which returns its response headers. */
export type Part = (send: () => Promise<Headers>) => Promise<void>;

/**
 * Registers a document, sends its bytes and notifies the service; each request goes through `part`. @returns
 * the asset's id
 */
export async function uploadOne(
  origin: string,
  member: Member,
  { contentType, bytes }: Kind,
  part: Part,
): Promise<string> {
  const { authorization, context } = member;
  const { organizationId, tenantId, CollectionTree } = context;
  const collectionID = CollectionTree[0]?.collection.id;
  const organizationContext = { organizationId, tenantId };
  const body = {
    collectionID,
    contentType,
    creationMethod: "upload",
    organizationContext,
    originalFileName: "document",
  };
  let [assetID, url] = ["", ""];
  await part(async () => {
    const { data, headers } = await call(origin, authorization, "POST", "/v1/assets", body, signed);
    [assetID, url] = [idFromBytes("asset", data.id), data.signedURL];
    return headers;
  });
  await part(async () => {
    const put = await fetch(url, { method: "PUT", headers: { "content-type": contentType }, body: bytes });
    await put.arrayBuffer();
    if (!put.ok) throw new Failure(`PUT: ${put.status}`);
    return put.headers;
  });
  const announced = { assetID, processInBackground: true, processInThread: false };
  await part(
    async () =>
      (await call(origin, authorization, "POST", "/v1/assets/notifyUploaded", announced, z.unknown()))
        .headers,
  );
  return assetID;
}
