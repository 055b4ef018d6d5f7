import { expect, test } from "vitest";
import { addReadyAsset, notify } from "../../support/http/assets.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { share } from "../../support/http/create-collection.ts";

const TEXT =
  "The Analytical Engine weaves algebraic patterns. It was never finished.\n\nAda wrote the first program in 1843.";

test("a stranger gets 404; a reader may read the asset but not announce its bytes", async () => {
  const ada = await signUp();
  const eve = await signUp("eve");
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  for (const path of [`/v1/assets/${assetId}`, `/v1/assets/${assetId}/text`]) {
    const hidden = await rawCall("GET", path, { token: eve.token });
    expect(hidden.status).toBe(404);
    expect(await hidden.text()).not.toContain("Engine");
  }
  expect((await notify(eve, assetId)).status).toBe(404);
  await share(ada, ada.personalId, eve, ["read"]);
  expect((await call("getAsset", { token: eve.token, params: { assetID: assetId } })).status).toBe(200);
  expect((await notify(eve, assetId)).status).toBe(403);
});
