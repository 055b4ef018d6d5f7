import { expect, test } from "vitest";
import { createKey } from "../../support/http/create-key.ts";
import { call } from "../../support/http/call.ts";
import { merge } from "../../support/http/merge.ts";
import { signUp } from "../../support/http/person.ts";

const read = async (token: string, collectionId: string): Promise<number> =>
  (await call("getCollection", { token, params: { collectionID: collectionId } })).status;

test("a revoked key fails from the next request on, and a repeated revocation changes nothing", async () => {
  const ada = await signUp();
  const { key, apiKeyId } = await createKey(ada);
  expect(await read(key, ada.rootId)).toBe(200);
  const ended = await call("revokeApiKey", { token: ada.token, params: { apiKeyId } });
  expect(ended.body.data.revokedAt).toEqual(expect.any(String));
  expect(await read(key, ada.rootId)).toBe(401);
  const again = await call("revokeApiKey", { token: ada.token, params: { apiKeyId } });
  expect({ revokedAt: again.body.data.revokedAt, eventKey: again.body.eventKey }).toEqual({
    revokedAt: ended.body.data.revokedAt,
    eventKey: "",
  });
});

test("users cannot revoke keys of others", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const { key, apiKeyId } = await createKey(ada);
  expect((await call("revokeApiKey", { token: bob.token, params: { apiKeyId } })).status).toBe(404);
  expect((await call("revokeApiKey", { token: key, params: { apiKeyId } })).status).toBe(403);
  expect(await read(key, ada.rootId)).toBe(200);
});

test("the keys of a merged account end", async () => {
  const [ada, old] = [await signUp(), await signUp("old")];
  const { key } = await createKey(old);
  await merge(ada, old);
  expect(await read(key, old.rootId)).toBe(401);
});
