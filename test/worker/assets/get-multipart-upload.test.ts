import { expect, test } from "vitest";
import { PART_BYTES } from "../../../src/domain/multipart.ts";
import { begin, getUpload, register, sendPart } from "../../support/http/multipart.ts";
import { signUp } from "../../support/http/person.ts";
import { share } from "../../support/http/create-collection.ts";

test("the upload lists the received parts and working URLs for the other parts with one D1 round trip", async () => {
  const ada = await signUp();
  const { assetId } = await register(ada, ada.personalId);
  expect((await getUpload(ada, assetId)).body.code).toBe("not_found");
  const { body } = await begin(ada, assetId, PART_BYTES + 2);
  await sendPart(body.data.parts[1].url, new Uint8Array(2));
  const { trips, body: seen } = await getUpload(ada, assetId);
  expect({ trips, done: seen.done }).toEqual({ trips: 1, done: false });
  expect(
    seen.data.parts.map(({ hasArrived, url }: { hasArrived: boolean; url: string }) => [
      hasArrived,
      url !== "",
    ]),
  ).toEqual([
    [false, true],
    [true, false],
  ]);
  expect((await sendPart(seen.data.parts[0].url, new Uint8Array(PART_BYTES))).status).toBe(200);
});

test("only the asset's creator may use the upload", async () => {
  const [ada, bob, eve] = await Promise.all([signUp(), signUp("bob"), signUp("eve")]);
  const { assetId } = await register(ada, ada.personalId);
  await begin(ada, assetId, 10);
  await share(ada, ada.personalId, bob, ["write"]);
  expect((await getUpload(bob, assetId)).body.code).toBe("permission_denied");
  expect((await getUpload(eve, assetId)).body.code).toBe("not_found");
});
