import { afterEach, beforeEach, expect, test } from "vitest";
import { findAnyGrant } from "../../../src/storage/d1/sharing/grants.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { valueOf } from "../../../src/storage/d1/core/access.ts";
import { newId } from "../../../src/domain/ids.ts";
import { queryPlanOf } from "../../support/assertions/query-plan.ts";
import { listModels } from "../../support/fixtures/list-models.ts";
import { call } from "../../support/http/call.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { createKey } from "../../support/http/create-key.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { testEnv } from "../../support/setup/env.ts";

let unlist: () => void;
beforeEach(() => {
  unlist = listModels({ plain: "taken", gated: "needed", slow: "refused" }, { plain: "Careful writer" });
});
afterEach(() => unlist());

const EXTRACTIVE = {
  model: "extractive",
  label: "Quotes only",
  state: "ready",
  usesOrganizationKey: false,
};

async function list({ token }: Pick<Person, "token">, organizationId: string) {
  return await call("GET", `/v1/organizations/${organizationId}/models`, { token });
}

async function putKey({ token, organizationId }: Person, model: string): Promise<void> {
  const body = { model, key: "sk-of-an-organization-WXYZ" };
  await call("PUT", `/v1/organizations/${organizationId}/model-keys`, { token, body });
}

test("the list has each model with its label and state, and the extractive answerer", async () => {
  const ada = await signUp();
  const { status, trips, body } = await list(ada, ada.organizationId);
  expect({ status, trips, models: body.data.models }).toEqual({
    status: 200,
    trips: 1,
    models: [
      { model: "plain", label: "Careful writer", state: "ready", usesOrganizationKey: false },
      { model: "gated", label: "gated", state: "needs_key", usesOrganizationKey: false },
      { model: "slow", label: "slow", state: "ready", usesOrganizationKey: false },
      EXTRACTIVE,
    ],
  });
  unlist();
  expect((await list(ada, ada.organizationId)).body.data.models).toEqual([EXTRACTIVE]);
});

test("a key of the organization makes a model ready, until the provider rejects it or the model moves", async () => {
  const ada = await signUp();
  for (const model of ["plain", "gated"]) await putKey(ada, model);
  const states = async () =>
    (await list(ada, ada.organizationId)).body.data.models
      .slice(0, 2)
      .map(({ state, usesOrganizationKey }: any) => [state, usesOrganizationKey]);
  expect(await states()).toEqual([
    ["ready", true],
    ["ready", true],
  ]);
  const update = async (change: string, model: string) =>
    await testEnv.DB.prepare(`UPDATE model_keys SET ${change} WHERE organization_id = ? AND model = ?`)
      .bind(ada.organizationId, model)
      .run();
  await update("refused_at = 1", "plain");
  await update("address = 'https://before.example/v1'", "gated");
  expect(await states()).toEqual([
    ["key_refused", true],
    ["key_refused", true],
  ]);
  await putKey(ada, "plain");
  expect((await states())[0]).toEqual(["ready", true]);
  expect(JSON.stringify((await list(ada, ada.organizationId)).body)).not.toContain("sk-of");
});

test("a guest of one collection sees the list, a stranger and an API key do not", async () => {
  const [ada, bob, eve] = [await signUp(), await signUp("bob"), await signUp("eve")];
  const home = await createCollection(ada, ada.rootId, "Home");
  await share(ada, home, bob, ["read"]);
  expect((await list(bob, ada.organizationId)).status).toBe(200);
  expect((await list(eve, ada.organizationId)).body.code).toBe("not_found");
  expect((await list(ada, newId("org"))).body.code).toBe("not_found");
  const { key } = await createKey(bob, { actions: ["read"], collectionIds: [home] });
  expect((await list({ token: key }, ada.organizationId)).body.code).toBe("permission_denied");
});

test("the query for a right in the organization uses an index", async () => {
  const query = findAnyGrant(createDatabase(testEnv.DB), valueOf(newId("user")), newId("org"));
  expect((await queryPlanOf(query)).join()).toContain("USING COVERING INDEX grants_user_organization");
});
