import { expect, test } from "vitest";
import { createKey } from "../../support/http/create-key.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

interface Model {
  readonly id: string;
  readonly name: string;
}

async function look(token: string | undefined, model: string): Promise<{ status: number; body: any }> {
  const answer = await rawCall("GET", `/v1/models/${model}`, { token });
  return { status: answer.status, body: await answer.json() };
}

async function listed({ token }: Person): Promise<Model[]> {
  return (await (await rawCall("GET", "/v1/models", { token })).json<{ data: Model[] }>()).data;
}

test("each model of the list is returned as in the list", async () => {
  const ada = await signUp("ada");
  await createCollection(ada, ada.personalId, "Engines");
  const models = await listed(ada);
  expect(models.map(({ name }) => name)).toEqual(expect.arrayContaining(["Workspace", "Engines"]));
  for (const model of models) expect(await look(ada.token, model.id)).toEqual({ status: 200, body: model });
  // Some clients escape every character of a path segment.
  expect((await look(ada.token, encodeURIComponent(models[1]?.id ?? ""))).body).toEqual(models[1]);
});

test("a thread is a model for users who may chat in it", async () => {
  const [ada, grace] = [await signUp("ada"), await signUp("grace")];
  const folder = await createCollection(ada, ada.personalId, "Engines");
  const thread = await startThread(ada, folder);
  await call("updateThread", {
    token: ada.token,
    params: { threadID: thread },
    body: { threadId: thread, label: "Cogs" },
  });
  const model = {
    id: `thread:${thread}`,
    object: "model",
    created: expect.any(Number),
    owned_by: "knowledge-workspace",
    name: "Cogs",
  };
  expect(await look(ada.token, `thread:${thread}`)).toEqual({ status: 200, body: model });
  expect((await look(grace.token, `thread:${thread}`)).status).toBe(404);
  await share(ada, folder, grace, ["read"]);
  expect(await look(grace.token, `thread:${thread}`)).toMatchObject({
    status: 403,
    body: { error: { code: "permission_denied" } },
  });
  await share(ada, folder, grace, ["chat"]);
  expect((await look(grace.token, `thread:${thread}`)).body).toEqual(model);
});

test("unknown models and unreadable records get errors in OpenAI's format", async () => {
  const [ada, grace] = [await signUp("ada"), await signUp("grace")];
  const folder = await createCollection(ada, ada.personalId, "Engines");
  const unknown = [
    "gpt-4o",
    "collection:",
    "collection:col_x",
    `thread:${folder}`,
    folder,
    "workspace:x",
    `collection:${folder}`,
  ];
  for (const model of [...unknown, "collection:col_01h455vb4pex5vsknk084sn02q"]) {
    const { status, body } = await look(grace.token, model);
    expect({ model, status }).toEqual({ model, status: 404 });
    expect(body.error).toMatchObject({
      type: "invalid_request_error",
      code: "not_found",
      operation_id: expect.stringMatching(/^op_/),
    });
  }
  expect(await look(undefined, "workspace")).toMatchObject({
    status: 401,
    body: { error: { code: "unauthenticated" } },
  });
  await share(ada, folder, grace, ["read"]);
  expect((await look(grace.token, `collection:${folder}`)).status).toBe(403);
});

test("a key finds exactly the records that it may chat about", async () => {
  const ada = await signUp("ada");
  const folder = await createCollection(ada, ada.personalId, "Engines");
  const { key } = await createKey(ada, { actions: ["chat"], collectionIds: [folder] });
  const status = async (model: string): Promise<number> => (await look(key, model)).status;
  expect([
    await status(`collection:${folder}`),
    await status(`collection:${ada.personalId}`),
    await status("workspace"),
  ]).toEqual([200, 404, 404]);
});
