import { expect, test } from "vitest";
import { createKey } from "../../support/http/create-key.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

test("users see only their own keys, newest first, and keys see none", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const [first, second] = [
    await createKey(ada),
    await createKey(ada, { actions: ["read"], collectionIds: [ada.personalId] }),
  ];
  await createKey(bob);
  const { body } = await call("listApiKeys", { token: ada.token });
  expect(body.data.apiKeys).toEqual([
    expect.objectContaining({
      apiKeyId: second.apiKeyId,
      actions: ["read"],
      collectionIds: [ada.personalId],
    }),
    expect.objectContaining({ apiKeyId: first.apiKeyId, collectionIds: [] }),
  ]);
  expect((await call("listApiKeys", { token: first.key })).status).toBe(403);
});
