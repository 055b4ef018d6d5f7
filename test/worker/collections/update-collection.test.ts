import { expect, test } from "vitest";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

async function update(
  person: Person,
  collectionId: string,
  changes: object,
  headers: Record<string, string> = {},
) {
  const body = { collectionId, ...changes };
  return await call("POST", `/v1/collection/${collectionId}/attributes`, {
    token: person.token,
    body,
    headers,
  });
}

test("an update changes the given fields, keeps the omitted fields, and ignores a repetition", async () => {
  const ada = await signUp();
  const id = await createCollection(ada, ada.personalId, "Old");
  const first = await update(ada, id, { label: "New", description: "About engines" });
  expect({ status: first.status, trips: first.trips }).toEqual({ status: 200, trips: 2 });
  expect(first.body.data).toMatchObject({ label: "New", description: "About engines", icon: "", version: 2 });
  const second = await update(ada, id, { icon: "gear" });
  expect(second.body.data).toMatchObject({
    label: "New",
    description: "About engines",
    icon: "gear",
    version: 3,
  });
  const again = await update(ada, id, { label: "New", icon: "gear" });
  expect({ status: again.status, eventKey: again.body.eventKey, data: again.body.data }).toEqual({
    status: 200,
    eventKey: "",
    data: second.body.data,
  });
  expect((await update(ada, id, { description: "" })).body.data).toMatchObject({
    description: "",
    icon: "gear",
  });
});

test("an update rejects readers, strangers and an older revision", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const id = await createCollection(ada, ada.personalId, "Old");
  expect((await update(bob, id, { label: "Mine" })).body.code).toBe("not_found");
  await share(ada, id, bob, ["read"]);
  expect((await update(bob, id, { label: "Mine" })).body.code).toBe("permission_denied");
  const { headers } = await update(ada, id, { label: "One" });
  const ifMatch = { "if-match": headers.get("etag") ?? "" };
  expect((await update(ada, id, { label: "Two" }, ifMatch)).status).toBe(200);
  expect((await update(ada, id, { label: "Three" }, ifMatch)).body.code).toBe("aborted");
});

test("an update rejects an empty label, a long label, and another collection in the body", async () => {
  const ada = await signUp();
  const id = await createCollection(ada, ada.personalId, "Old");
  const path = async (changes: object) => (await update(ada, id, changes)).body.data.issues[0].path;
  expect(await path({ label: "" })).toBe("label");
  expect(await path({ label: "x".repeat(256) })).toBe("label");
  expect(await path({ icon: "x".repeat(256) })).toBe("icon");
  expect(await path({ collectionId: ada.personalId })).toBe("collectionId");
});
