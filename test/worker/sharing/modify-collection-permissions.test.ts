import { expect, test } from "vitest";
import type { Action } from "../../../src/domain/access.ts";
import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import {
  claim,
  grantsOf,
  invite,
  mayRead,
  modifyPermissions,
  newAddress,
  signIn,
} from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

async function people<const N extends string>(
  ...names: N[]
): Promise<Record<N | "ada", Person> & { shared: string }> {
  const ada = await signUp();
  const others = await Promise.all(names.map(async (name) => [name, await signUp(name)] as const));
  return {
    ada,
    ...Object.fromEntries(others),
    shared: await createCollection(ada, ada.personalId, "Shared"),
  } as never;
}

test("a change sets exactly the named actions with two D1 round trips, and a repetition or an empty list for a non-member changes nothing", async () => {
  const { ada, bob, cy, shared } = await people("bob", "cy");
  await share(ada, shared, bob, ["write", "share"]);
  const changed = await modifyPermissions(ada, shared, bob.userId, ["read", "chat"]);
  expect({ status: changed.status, trips: changed.trips }).toEqual({ status: 200, trips: 2 });
  expect(changed.body.eventKey).toMatch(/^event_/);
  expect(await grantsOf(bob.userId, shared)).toEqual(["chat", "read"]);
  const again = await modifyPermissions(ada, shared, bob.userId, ["chat", "read"]);
  expect({ status: again.status, trips: again.trips, eventKey: again.body.eventKey }).toEqual({
    status: 200,
    trips: 1,
    eventKey: "",
  });
  expect((await modifyPermissions(ada, shared, bob.userId, [])).status).toBe(200);
  expect(await mayRead(bob.token, shared)).toBe(false);
  expect((await modifyPermissions(ada, shared, cy.userId, [])).body.eventKey).toBe("");
  expect((await modifyPermissions(ada, shared, cy.userId, ["write"])).status).toBe(200);
  expect(await grantsOf(cy.userId, shared)).toEqual(["write"]);
});

test("a change below a collection cannot remove rights that are inherited from it", async () => {
  const { ada, bob, shared } = await people("bob");
  await share(ada, ada.personalId, bob, ["write"]);
  for (const actions of [[], ["read"]] as Action[][]) {
    const refused = await modifyPermissions(ada, shared, bob.userId, actions);
    expect({ status: refused.status, code: refused.body.code }).toEqual({
      status: 409,
      code: "failed_precondition",
    });
  }
  expect((await modifyPermissions(ada, shared, bob.userId, ["write", "share"])).status).toBe(200);
  expect((await modifyPermissions(ada, shared, bob.userId, ["write"])).status).toBe(200);
  expect(await grantsOf(bob.userId, shared)).toEqual(["write"]);
});

test("callers cannot grant actions that they lack, and only owners remove own", async () => {
  const { ada, bob, cy, shared } = await people("bob", "cy");
  await share(ada, shared, bob, ["share"]);
  await share(ada, shared, cy, ["write"]);
  expect((await modifyPermissions(bob, shared, cy.userId, ["write", "own"])).body.code).toBe(
    "permission_denied",
  );
  expect((await modifyPermissions(bob, shared, cy.userId, ["read", "share"])).status).toBe(200);
  expect((await modifyPermissions(bob, shared, cy.userId, ["write"])).body.code).toBe("permission_denied");
  expect((await modifyPermissions(ada, shared, cy.userId, ["own"])).status).toBe(200);
  expect((await modifyPermissions(bob, shared, cy.userId, [])).body.code).toBe("permission_denied");
  expect((await modifyPermissions(ada, shared, cy.userId, [])).status).toBe(200);
});

test("a caller who lacks an inherited right cannot make it permanent", async () => {
  const { ada, bob, cy, shared } = await people("bob", "cy");
  await share(ada, shared, bob, ["share"]);
  await share(ada, ada.personalId, cy, ["write"]);
  expect((await modifyPermissions(bob, shared, cy.userId, ["write"])).body.code).toBe("permission_denied");
});

test("the last own right of a root stays", async () => {
  const { ada, bob } = await people("bob");
  const alone = await modifyPermissions(ada, ada.rootId, ada.userId, ["write", "share"]);
  expect({ status: alone.status, code: alone.body.code }).toEqual({
    status: 409,
    code: "failed_precondition",
  });
  await share(ada, ada.rootId, bob, ["own"]);
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
    .bind(bob.userId)
    .run();
  expect((await modifyPermissions(ada, ada.rootId, ada.userId, [])).body.code).toBe("failed_precondition");
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'active' WHERE id = ?").bind(bob.userId).run();
  expect((await modifyPermissions(ada, ada.rootId, ada.userId, [])).status).toBe(200);
  expect(await mayRead(ada.token, ada.rootId)).toBe(false);
});

test("two owners who remove each other in parallel leave one", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { ada, bob } = await people("bob");
    await share(ada, ada.rootId, bob, ["own"]);
    const answers = await Promise.all([
      modifyPermissions(ada, ada.rootId, bob.userId, []),
      modifyPermissions(bob, ada.rootId, ada.userId, []),
    ]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404]);
    const left = [await mayRead(ada.token, ada.rootId), await mayRead(bob.token, ada.rootId)];
    expect(left.filter(Boolean)).toHaveLength(1);
  }
});

test("two parallel changes leave the result of one change, not a mixture", async () => {
  const { ada, bob, shared } = await people("bob");
  await share(ada, shared, bob, ["read"]);
  const asked: Action[][] = [["chat"], ["share"], ["read", "write"], ["chat", "share"]];
  const answers = await Promise.all(
    asked.map((actions) => modifyPermissions(ada, shared, bob.userId, actions)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(asked).toContainEqual(await grantsOf(bob.userId, shared));
});

test("an operation whose rights change during its run either happens before the change or is rejected", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { ada, bob, shared } = await people("bob");
    const cy = await signUp("cy");
    await share(ada, shared, bob, ["share"]);
    const [ended, used] = await Promise.all([
      modifyPermissions(ada, shared, bob.userId, []),
      call("shareCollections", {
        token: bob.token,
        body: { actions: ["read"], collectionIds: [shared], shareTo: [cy.userId], shareToEmails: [] },
      }),
    ]);
    expect(ended.status).toBe(200);
    expect(await mayRead(cy.token, shared)).toBe(used.status === 200);
    expect(await mayRead(bob.token, shared)).toBe(false);
  }
});

test("revoked access does not return through a redeemed or waiting invitation", async () => {
  const { ada, bob, shared } = await people("bob");
  await share(ada, shared, bob, ["share"]);
  const email = newAddress();
  const unverified = await signIn({ email, verified: false });
  const redeemed = await invite(ada, [shared], [email], ["read"]);
  const waiting = await invite(bob, [shared], [email], ["read"]);
  await testEnv.DB.prepare("DELETE FROM grants WHERE user_id = ?").bind(bob.userId).run();
  const { token, userId } = await signIn({ email });
  expect(userId).toBe(unverified.userId);
  expect(await mayRead(token, shared)).toBe(true);
  expect((await modifyPermissions(ada, shared, userId, [])).status).toBe(200);
  await share(ada, shared, bob, ["share"]);
  for (const { publicToken } of [redeemed, waiting]) {
    expect((await claim(token, publicToken)).body.data.successfulGrants ?? []).toEqual([]);
  }
  expect(await mayRead(token, shared)).toBe(false);
});

test("a change rejects an unknown user, an unknown action, a hidden collection and a reader's request", async () => {
  const { ada, bob, cy, shared } = await people("bob", "cy");
  await share(ada, shared, bob, ["read"]);
  const unknown = await modifyPermissions(ada, shared, newId("user"), []);
  expect({ code: unknown.body.code, path: unknown.body.data.issues[0].path }).toEqual({
    code: "invalid_argument",
    path: "userId",
  });
  expect((await modifyPermissions(ada, shared, bob.userId, ["fly" as Action])).body.data.issues[0].path).toBe(
    "actions.0",
  );
  expect((await modifyPermissions(bob, shared, bob.userId, ["chat"])).body.code).toBe("permission_denied");
  expect((await modifyPermissions(cy, shared, bob.userId, [])).body.code).toBe("not_found");
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
    .bind(bob.userId)
    .run();
  expect((await modifyPermissions(ada, shared, bob.userId, ["write"])).body.code).toBe("invalid_argument");
  expect((await modifyPermissions(ada, shared, bob.userId, [])).status).toBe(200);
});

test("a repeated Idempotency-Key does not remove rights that were granted after the first request", async () => {
  const { ada, bob, shared } = await people("bob");
  await share(ada, shared, bob, ["read"]);
  const headers = { "idempotency-key": newId("req") };
  const body = { collectionId: shared, userId: bob.userId, actions: [] };
  const end = async () => await call("modifyCollectionPermissions", { token: ada.token, body, headers });
  const first = await end();
  await share(ada, shared, bob, ["read"]);
  expect((await end()).body).toMatchObject({ eventKey: first.body.eventKey, data: first.body.data });
  expect(await mayRead(bob.token, shared)).toBe(true);
});
