import { afterEach, beforeEach, expect, test } from "vitest";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { listModels } from "../../support/fixtures/list-models.ts";
import { signUp } from "../../support/http/person.ts";

let unlist: () => void;
beforeEach(() => {
  unlist = listModels({ plain: "taken" });
});
afterEach(() => unlist());

test("the list shows a key of a moved or removed model as unused, and its owner can delete it", async () => {
  const { token, organizationId } = await signUp();
  const path = `/v1/organizations/${organizationId}/model-keys`;
  await call("PUT", path, { token, body: { model: "plain", key: "sk-of-an-organization-WXYZ" } });
  await testEnv.DB.prepare(
    "UPDATE model_keys SET address = 'https://before.example/v1' WHERE organization_id = ?",
  )
    .bind(organizationId)
    .run();
  expect((await call("GET", path, { token })).body.data.models).toMatchObject([
    { model: "plain", key: { isUsed: false } },
  ]);
  unlist();
  expect((await call("GET", path, { token })).body.data.models).toMatchObject([
    { model: "plain", key: { isUsed: false } },
  ]);
  expect((await call("DELETE", `${path}?model=plain`, { token })).status).toBe(200);
  expect((await call("GET", path, { token })).body.data.models).toEqual([]);
});
