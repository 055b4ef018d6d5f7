import { expect, test } from "vitest";
import { createKey } from "../../support/http/create-key.ts";
import { rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

test("the list contains the workspace and the collections in which the user may chat", async () => {
  const [ada, grace] = [await signUp("ada"), await signUp("grace")];
  const [open, closed, hidden] = [
    await createCollection(ada, ada.personalId, "Engines"),
    await createCollection(ada, ada.personalId, "Mills"),
    await createCollection(ada, ada.personalId, "Letters"),
  ];
  await share(ada, open, grace, ["chat"]);
  await share(ada, closed, grace, ["read"]);
  const answer = await rawCall("GET", "/v1/models", { token: grace.token });
  const { object, data } = await answer.json<{
    object: string;
    data: { id: string; object: string; name: string; created: number }[];
  }>();
  expect({ status: answer.status, object }).toEqual({ status: 200, object: "list" });
  expect(data[0]).toMatchObject({ id: "workspace", object: "model", owned_by: "knowledge-workspace" });
  expect(data.find(({ id }) => id === `collection:${open}`)).toMatchObject({
    name: "Engines",
    object: "model",
    created: expect.any(Number),
  });
  expect(data.map(({ id }) => id)).toContain(`collection:${grace.personalId}`);
  for (const id of [closed, hidden, ada.personalId])
    expect(data.map((model) => model.id)).not.toContain(`collection:${id}`);
});

test("an error has OpenAI's format with the contract's code", async () => {
  const answer = await rawCall("GET", "/v1/models");
  expect({ status: answer.status, wwwAuthenticate: answer.headers.get("www-authenticate") }).toEqual({
    status: 401,
    wwwAuthenticate: "Bearer",
  });
  const { error } = await answer.json<{ error: object }>();
  expect(error).toMatchObject({
    type: "authentication_error",
    code: "unauthenticated",
    param: null,
    operation_id: expect.stringMatching(/^op_/),
  });
});

test("the list contains the workspace for users who may chat in their personal collection", async () => {
  const ada = await signUp("ada");
  const folder = await createCollection(ada, ada.personalId, "Engines");
  const listed = async (wanted: Parameters<typeof createKey>[1]) => {
    const { key: token } = await createKey(ada, wanted);
    const { data } = await (await rawCall("GET", "/v1/models", { token })).json<{ data: { id: string }[] }>();
    return data.map(({ id }) => id).toSorted();
  };
  expect(await listed({ actions: ["chat"] })).toContain("workspace");
  expect(await listed({ actions: ["read", "share"] })).toEqual([]);
  expect(await listed({ actions: ["chat"], collectionIds: [folder] })).toEqual([`collection:${folder}`]);
});
