import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { configOf } from "../../../src/config.ts";
import { decryptKey } from "../../../src/models/encrypted-key.ts";
import { reencryptModelKeys } from "../../../src/services/service/internal/reencrypt-model-keys.ts";
import { platformOf } from "../../../src/platform.ts";
import { createKey } from "../../support/http/create-key.ts";
import { testEnv } from "../../support/setup/env.ts";
import { createExported, exportPath, readExport } from "../../support/http/exports.ts";
import { call } from "../../support/http/call.ts";
import { listModels } from "../../support/fixtures/list-models.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { share } from "../../support/http/create-collection.ts";

const KEY = "sk-of-an-organization-WXYZ";

let unlist: () => void;
beforeEach(() => {
  unlist = listModels({ plain: "taken", paraphrase: "needed", lying: "refused" });
});
afterEach(() => unlist());

const pathOf = ({ organizationId }: Pick<Person, "organizationId">): string =>
  `/v1/organizations/${organizationId}/model-keys`;

async function give(person: Person, body: object = {}, headers = {}) {
  return await call("PUT", pathOf(person), {
    token: person.token,
    headers,
    body: { model: "plain", key: KEY, name: "Ours", ...body },
  });
}

interface Row {
  readonly organization_id: string;
  readonly model: string;
  readonly address: string;
  readonly kid: string;
  readonly sealed: string;
}

async function rowsOf({ organizationId }: Person): Promise<Row[]> {
  return (
    await testEnv.DB.prepare("SELECT * FROM model_keys WHERE organization_id = ?")
      .bind(organizationId)
      .all<Row>()
  ).results;
}

const secrets = configOf(testEnv).modelKeySecrets;
async function opened({
  organization_id: organizationId,
  model,
  address,
  ...sealed
}: Row): Promise<string | null> {
  return await decryptKey(secrets, { organizationId, model, address }, sealed);
}

test("a key is shown by its name and last four characters, and no store has it in plain text", async () => {
  const lines = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const ada = await signUp();
  const headers = { "idempotency-key": "once" };
  const given = await give(ada, {}, headers);
  expect(given.body.data.models).toEqual([
    {
      model: "plain",
      isNeeded: false,
      key: {
        name: "Ours",
        ending: "WXYZ",
        givenBy: ada.userId,
        givenAt: expect.any(String),
        refusedAt: null,
        isUsed: true,
      },
    },
    { model: "paraphrase", isNeeded: true, key: null },
  ]);
  expect((await give(ada, {}, headers)).body.data).toEqual(given.body.data);
  const tables = (
    await testEnv.DB.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
    ).all<{
      name: string;
    }>()
  ).results;
  const all = await Promise.all(
    tables.map(async ({ name }) => (await testEnv.DB.prepare(`SELECT * FROM "${name}"`).all()).results),
  );
  expect(JSON.stringify([all, lines.mock.calls, given.body])).not.toContain(KEY.slice(0, 20));
  const [row] = await rowsOf(ada);
  expect(await opened(row!)).toBe(KEY);
});

test("exports of the organization and of the key's creator contain no part of a key, encrypted or not", async () => {
  const { ada } = await createExported();
  await give(ada, { name: "Account seventeen" }, { "idempotency-key": "exported" });
  const [row] = await rowsOf(ada);
  for (const path of [exportPath(ada.organizationId), "/v1/users/self/export"]) {
    const { files, text } = await readExport(ada, path);
    const all = Object.keys(files).map(text).join("\n");
    expect(all).toContain("brass lantern");
    for (const secret of [KEY, KEY.slice(-12), row!.sealed, "Account seventeen"])
      expect([path, all.includes(secret)]).toEqual([path, false]);
  }
});

test("errors about a key omit the key, and models that need none or are not listed are rejected", async () => {
  const ada = await signUp();
  for (const body of [
    { key: `${KEY} \u{e9}` },
    { key: "short" },
    { model: "lying" },
    { model: "https://evil.example/v1" },
  ]) {
    const refused = await give(ada, body);
    expect({ status: refused.status, code: refused.body.code }).toEqual({
      status: 400,
      code: "invalid_argument",
    });
    expect(JSON.stringify(refused.body)).not.toContain(KEY);
  }
  expect(await rowsOf(ada)).toEqual([]);
  expect((await give(ada, { key: "short-key" })).body.data.models[0].key.ending).toBe("");
});

test("only owners set, see and delete keys; readers, strangers and API keys cannot", async () => {
  const [ada, bob, eve] = [await signUp(), await signUp("bob"), await signUp("eve")];
  await give(ada);
  await share(ada, ada.rootId, bob, ["read", "write", "share"]);
  const { key } = await createKey(ada, { actions: ["read", "own"] });
  const tokens = [
    [bob.token, 403],
    [eve.token, 404],
    [key, 403],
  ] as const;
  for (const [token, status] of tokens) {
    const tries = await Promise.all([
      call("PUT", pathOf(ada), { token, body: { model: "plain", key: "sk-of-somebody-else-1234" } }),
      call("GET", pathOf(ada), { token }),
      call("DELETE", `${pathOf(ada)}?model=plain`, { token }),
    ]);
    expect(tries.map((each) => each.status)).toEqual([status, status, status]);
    expect(JSON.stringify(tries.map((each) => each.body))).not.toContain("WXYZ");
  }
  expect(await opened((await rowsOf(ada))[0]!)).toBe(KEY);
});

test("setting a key again replaces the first, and deletion removes it", async () => {
  const ada = await signUp();
  await give(ada);
  await give(ada, { key: "sk-the-second-key-of-them-ABCD" });
  const rows = await rowsOf(ada);
  expect(await Promise.all(rows.map(opened))).toEqual(["sk-the-second-key-of-them-ABCD"]);
  expect((await call("DELETE", `${pathOf(ada)}?model=plain`, { token: ada.token })).status).toBe(200);
  expect(await rowsOf(ada)).toEqual([]);
  expect((await call("DELETE", `${pathOf(ada)}?model=plain`, { token: ada.token })).body.code).toBe(
    "not_found",
  );
});

test("an encrypted key is bound to its organization, model and URL", async () => {
  const ada = await signUp();
  await give(ada);
  const [row] = await rowsOf(ada);
  expect(await opened({ ...row!, organization_id: (await signUp("bob")).organizationId })).toBeNull();
  expect(await opened({ ...row!, model: "paraphrase" })).toBeNull();
  expect(await opened({ ...row!, address: "https://elsewhere.example/v1" })).toBeNull();
  expect(await opened({ ...row!, kid: "another" })).toBeNull();
});

test("the service encrypts keys again with a new first secret", async () => {
  const ada = await signUp();
  await give(ada);
  const front = { kid: "front", secret: crypto.getRandomValues(new Uint8Array(32)) };
  await reencryptModelKeys(platformOf(testEnv).database(), [front, ...secrets], 1_000);
  const [row] = await rowsOf(ada);
  expect(row!.kid).toBe("front");
  expect(
    await decryptKey(
      [front],
      { organizationId: ada.organizationId, model: "plain", address: row!.address },
      row!,
    ),
  ).toBe(KEY);
});
