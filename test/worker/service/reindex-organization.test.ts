import { expect, test } from "vitest";
import { serviceSecret } from "../../../scripts/lib/local-tokens.ts";
import { newId } from "../../../src/domain/ids.ts";
import { addReadyAsset } from "../../support/assets.ts";
import { testEnv } from "../../support/env.ts";
import { call } from "../../support/http.ts";
import { type Person, signUp } from "../../support/people.ts";

async function search(person: Person, body: object) {
  return await call("POST", "/v1/search", { token: person.token, body });
}

test("a lost index is made again from the stored texts", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, "Puffins nest in burrows.");
  await testEnv.KNOWLEDGE_INDEX.getByName(`${ada.organizationId}/0`).clear();
  expect((await search(ada, { query: "puffins" })).body.data.passages).toEqual([]);
  const token = serviceSecret(testEnv.TEST_SECRETS, ["ops"]);
  const rebuilt = await call("POST", "/ops/reindex", { token, body: { organizationId: ada.organizationId } });
  expect(rebuilt.body).toMatchObject({ done: true, data: { indexed: 1, cursor: "" } });
  expect((await search(ada, { query: "puffins" })).body.data.passages).toMatchObject([{ assetId }]);
  const denied = await call("POST", "/ops/reindex", { token: ada.token, body: { organizationId: newId("org") } });
  expect([denied.status, denied.body.code]).toEqual([403, "permission_denied"]);
});
