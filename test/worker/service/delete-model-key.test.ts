import { afterEach, beforeEach, expect, test } from "vitest";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { listModels } from "../../support/fixtures/list-models.ts";
import { endGracePeriod, deleteAccount } from "../../support/http/delete-account.ts";
import { signUp } from "../../support/http/person.ts";

let unlist: () => void;
beforeEach(() => {
  unlist = listModels({ plain: "taken", "openai/gpt": "taken" } as never);
});
afterEach(() => unlist());

test("a model name with URL characters works in the query", async () => {
  const { token, organizationId } = await signUp();
  const path = `/v1/organizations/${organizationId}/model-keys`;
  await call("PUT", path, { token, body: { model: "openai/gpt", key: "sk-of-an-organization-WXYZ" } });
  expect((await call("DELETE", `${path}?model=plain`, { token })).status).toBe(404);
  expect((await call("DELETE", path, { token })).status).toBe(400);
  expect((await call("DELETE", `${path}?model=${encodeURIComponent("openai/gpt")}`, { token })).status).toBe(
    200,
  );
});

test("deleting an account deletes the keys that it created", async () => {
  const ada = await signUp();
  const path = `/v1/organizations/${ada.organizationId}/model-keys`;
  await call("PUT", path, { token: ada.token, body: { model: "plain", key: "sk-of-an-organization-WXYZ" } });
  expect((await deleteAccount(ada)).status).toBe(200);
  await endGracePeriod(ada);
  const left = await testEnv.DB.prepare("SELECT count(*) AS n FROM model_keys WHERE organization_id = ?")
    .bind(ada.organizationId)
    .first("n");
  expect(left).toBe(0);
});
