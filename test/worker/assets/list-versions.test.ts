import { expect, test } from "vitest";
import { addReadyAsset, upload } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

test("a document lists its text as the current version, and a file without a text lists none", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, "The brass lantern hangs over the gate.\n");
  const { body, trips } = await call("listVersions", { token: ada.token, params: { assetID: assetId } });
  expect({ ...body.data, trips }).toEqual({
    versions: [
      { version: expect.stringMatching(/.+/), createdAt: expect.stringMatching(/Z$/), isCurrent: true },
    ],
    pendingFileName: "",
    failureReason: "",
    failureCode: "",
    trips: 1,
  });
  const waiting = await upload(ada, ada.personalId, "Not announced yet.");
  expect(
    (await call("listVersions", { token: ada.token, params: { assetID: waiting } })).body.data,
  ).toMatchObject({
    versions: [],
  });
});

test("nobody lists the versions of a document that they may not read, or of one that is not there", async () => {
  const [ada, eve] = [await signUp("ada"), await signUp("eve")];
  const assetId = await addReadyAsset(ada, ada.personalId, "The brass lantern hangs over the gate.\n");
  for (const assetID of [assetId, "asset_01h455vb4pex5vsknk084sn02q"])
    expect(await call("listVersions", { token: eve.token, params: { assetID } })).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
});
