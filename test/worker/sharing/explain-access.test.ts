import { expect, test } from "vitest";
import { type Id, idToBytes, newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

async function explain({ token }: Pick<Person, "token">, collectionId: string, userId?: string) {
  const query = userId === undefined ? "" : `?userId=${userId}`;
  const { status, body, trips } = await call("GET", `/v1/collections/${collectionId}/access${query}`, {
    token,
  });
  return { status, code: body.code, trips, ...(body.data as object) } as any;
}

const bytes = (id: string) => idToBytes(id as Id);

async function scene() {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const above = await createCollection(ada, ada.rootId, "Above");
  const below = await createCollection(ada, above, "Below");
  return { ada, bob, above, below };
}

test("the explanation lists each grant that reaches a collection with its collection, path and grantor, from the top down", async () => {
  const { ada, bob, above, below } = await scene();
  await share(ada, above, bob, ["chat"]);
  await share(ada, below, bob, ["share"]);
  const found = await explain(ada, below, bob.userId);
  expect({ trips: found.trips, isActive: found.isActive, actions: found.actions }).toEqual({
    trips: 1,
    isActive: true,
    actions: ["read", "chat", "share"],
  });
  const given = {
    grantedBy: bytes(ada.userId),
    grantedByDisplayName: expect.any(String),
    grantedAt: expect.any(String),
    grantId: expect.any(Array),
  };
  expect(found.grants).toEqual([
    {
      action: "chat",
      gives: ["read", "chat"],
      collectionId: bytes(above),
      collectionLabel: "Above",
      isInherited: true,
      path: [above, below].map(bytes),
      ...given,
    },
    {
      action: "share",
      gives: ["read", "share"],
      collectionId: bytes(below),
      collectionLabel: "Below",
      isInherited: false,
      path: [bytes(below)],
      ...given,
    },
  ]);
  await modifyPermissions(ada, above, bob.userId, []);
  expect((await explain(ada, below, bob.userId)).actions).toEqual(["read", "share"]);
});

test("users see their own access, others' access needs share, and a stranger gets 404", async () => {
  const { ada, bob, above, below } = await scene();
  await share(ada, below, bob, ["write"]);
  expect(await explain(bob, below)).toMatchObject({
    actions: ["read", "chat", "write"],
    userId: bytes(bob.userId),
  });
  expect((await explain(bob, below, bob.userId)).actions).toEqual(["read", "chat", "write"]);
  expect((await explain(bob, below, ada.userId)).code).toBe("permission_denied");
  expect((await explain(bob, above)).code).toBe("not_found");
  expect((await explain(await signUp("eve"), below, ada.userId)).code).toBe("not_found");
  expect((await explain(ada, below, "user_x")).code).toBe("invalid_argument");
});

test("the explanation lists a grant on an unreadable ancestor without its collection", async () => {
  const { ada, bob, below } = await scene();
  await share(ada, below, bob, ["share"]);
  const found = await explain(bob, below, ada.userId);
  expect(found.actions).toEqual(["read", "chat", "write", "share", "own"]);
  const { collectionId, collectionLabel, isInherited, path, grantedBy, grantedByDisplayName } =
    found.grants[0];
  expect({ collectionId, collectionLabel, isInherited, path, grantedBy, grantedByDisplayName }).toEqual({
    collectionId: null,
    collectionLabel: "",
    isInherited: true,
    path: [],
    grantedBy: null,
    grantedByDisplayName: "",
  });
  expect(JSON.stringify(found)).not.toContain(JSON.stringify(bytes(ada.rootId)));
});

test("users without access and unknown users get the same response, and a suspended account has no action", async () => {
  const { ada, bob, below } = await scene();
  const eve = await signUp("eve");
  const nothing = { actions: [], grants: [], isActive: false };
  expect([await explain(ada, below, eve.userId), await explain(ada, below, newId("user"))]).toMatchObject([
    nothing,
    nothing,
  ]);
  await share(ada, below, bob, ["read"]);
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
    .bind(bob.userId)
    .run();
  expect(await explain(ada, below, bob.userId)).toMatchObject({
    actions: [],
    isActive: false,
    grants: [{ action: "read" }],
  });
});
