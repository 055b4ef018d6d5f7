import { type Id, idFromBytes } from "../../../src/domain/ids.ts";
import { call, rawCall } from "./call.ts";
import type { Person } from "./person.ts";

/** Registers an asset without sending bytes. */
export async function register(
  person: Person,
  collectionId: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<{ assetId: Id<"asset">; signedURL: string }> {
  const { organizationId, tenantId } = person;
  const body = {
    collectionID: collectionId,
    contentType: "text/plain",
    creationMethod: "upload",
    originalFileName: "long.txt",
    ...fields,
  };
  const created = await call("POST", "/v1/assets", {
    token: person.token,
    body: { ...body, organizationContext: { organizationId, tenantId } },
  });
  if (created.status !== 200) throw new Error(created.body.message);
  return { assetId: idFromBytes("asset", created.body.data.id), signedURL: created.body.data.signedURL };
}

export const multipartPath = (assetId: string): string => `/v1/assets/${assetId}/multipart`;

export async function begin(
  person: Person,
  assetId: string,
  size: number,
  fields: Readonly<Record<string, unknown>> = {},
) {
  return await call("POST", multipartPath(assetId), { token: person.token, body: { size, ...fields } });
}

export async function getUpload(person: Person, assetId: string) {
  return await call("GET", multipartPath(assetId), { token: person.token });
}

export async function complete(person: Person, assetId: string) {
  return await call("POST", `${multipartPath(assetId)}/complete`, { token: person.token });
}

export async function sendPart(url: string, bytes: Uint8Array): Promise<Response> {
  return await rawCall("PUT", url, { bytes, headers: { "content-length": String(bytes.length) } });
}

/** A multipart upload of these bytes with all parts sent. */
export async function uploadInParts(
  person: Person,
  collectionId: string,
  bytes: Uint8Array,
  fields: Readonly<Record<string, unknown>> = {},
) {
  const { assetId } = await register(person, collectionId, fields);
  const { body } = await begin(person, assetId, bytes.length);
  if (body.code !== "ok") throw new Error(body.message);
  let at = 0;
  for (const { url, size } of body.data.parts as { url: string; size: number }[]) {
    const sent = await sendPart(url, bytes.subarray(at, (at += size)));
    if (sent.status !== 200) throw new Error(await sent.text());
  }
  return assetId;
}
