import { expect, test } from "vitest";
import { PART_BYTES } from "../../../src/domain/multipart.ts";
import { put } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import {
  begin,
  complete,
  getUpload,
  multipartPath,
  register,
  sendPart,
} from "../../support/http/multipart.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { share } from "../../support/http/create-collection.ts";

const SIZE = PART_BYTES + 4;
const bytesOf = (length: number, value: number): Uint8Array => new Uint8Array(length).fill(value);
const codeOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { code: string }).code;

async function started(person: Person) {
  const { assetId, signedURL } = await register(person, person.personalId);
  const { body } = await begin(person, assetId, SIZE);
  const [first, last] = body.data.parts as { url: string }[];
  return { assetId, signedURL, first: first?.url ?? "", last: last?.url ?? "" };
}

test("a part accepts only its own bytes", async () => {
  const ada = await signUp();
  const { assetId, first, last } = await started(ada);
  expect(await codeOf(await sendPart(last, bytesOf(3, 1)))).toBe("invalid_argument");
  const long = await sendPart(last, bytesOf(5, 1));
  expect({ status: long.status, code: await codeOf(long) }).toEqual({
    status: 413,
    code: "invalid_argument",
  });
  expect((await rawCall("PUT", last, { headers: {} })).status).toBe(411);
  expect(await codeOf(await sendPart(last.replace("/multipart/2", "/multipart/1"), bytesOf(4, 1)))).toBe(
    "permission_denied",
  );
  expect(await codeOf(await sendPart(last.replace("/multipart/2", "/multipart/0"), bytesOf(4, 1)))).toBe(
    "invalid_argument",
  );
  expect(await codeOf(await sendPart(`${last}x`, bytesOf(4, 1)))).toBe("permission_denied");
  expect((await sendPart(last, bytesOf(4, 1))).status).toBe(200);
  expect((await sendPart(first, bytesOf(PART_BYTES, 2))).status).toBe(200);
  expect(
    (await getUpload(ada, assetId)).body.data.parts.map(({ hasArrived, url }: Record<string, unknown>) => [
      hasArrived,
      url,
    ]),
  ).toEqual([
    [true, ""],
    [true, ""],
  ]);
});

test("an upload rejects a URL of another kind or another asset", async () => {
  const ada = await signUp();
  const one = await started(ada);
  const other = await started(ada);
  const swapped = one.last.replace(one.assetId, other.assetId);
  expect(await codeOf(await sendPart(swapped, bytesOf(4, 1)))).toBe("permission_denied");
  const asContent = one.last.replace("/multipart/2", "/content");
  expect(await codeOf(await put(asContent, bytesOf(4, 1), "application/octet-stream"))).toBe(
    "permission_denied",
  );
  const token = new URL(one.signedURL).searchParams.get("token") ?? "";
  const asPart = `${one.last.split("?")[0]}?token=${token}`;
  expect(await codeOf(await sendPart(asPart, bytesOf(4, 1)))).toBe("permission_denied");
});

test("a part that is sent again replaces the earlier bytes", async () => {
  const ada = await signUp();
  const { assetId, first, last } = await started(ada);
  await sendPart(first, bytesOf(PART_BYTES, 2));
  await sendPart(last, bytesOf(4, 1));
  await sendPart(last, bytesOf(4, 7));
  expect((await complete(ada, assetId)).body.code).toBe("ok");
  const { object_key: key } = (await testEnv.DB.prepare("SELECT object_key FROM assets WHERE id = ?")
    .bind(assetId)
    .first<{ object_key: string }>()) ?? {
    object_key: "",
  };
  const object = await testEnv.BUCKET.get(key, { range: { suffix: 4 } });
  expect(new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytesOf(4, 7));
});

test("the service rejects parts after deletion, completion, or loss of the write right", async () => {
  const ada = await signUp();
  const given = await started(ada);
  await call("DELETE", multipartPath(given.assetId), { token: ada.token });
  expect(await codeOf(await sendPart(given.last, bytesOf(4, 1)))).toBe("failed_precondition");
  // A URL of the previous upload does not work for a new upload either.
  await begin(ada, given.assetId, SIZE);
  expect(await codeOf(await sendPart(given.last, bytesOf(4, 1)))).toBe("permission_denied");

  const whole = await started(ada);
  await sendPart(whole.first, bytesOf(PART_BYTES, 2));
  await sendPart(whole.last, bytesOf(4, 1));
  await complete(ada, whole.assetId);
  expect(await codeOf(await sendPart(whole.last, bytesOf(4, 1)))).toBe("failed_precondition");

  const bob = await signUp("bob");
  await share(ada, ada.personalId, bob, ["write"]);
  const { assetId } = await register(
    { ...bob, organizationId: ada.organizationId, tenantId: ada.tenantId },
    ada.personalId,
  );
  const { body } = await begin(bob, assetId, 4);
  const none = { collectionId: ada.personalId, userId: bob.userId, actions: [] };
  await call("modifyCollectionPermissions", { token: ada.token, body: none });
  expect(await codeOf(await sendPart(body.data.parts[0].url, bytesOf(4, 1)))).toBe("permission_denied");
});
