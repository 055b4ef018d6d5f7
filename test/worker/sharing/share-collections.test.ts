import { expect, test } from "vitest";
import { newId, idFromBytes, idToBytes } from "../../../src/domain/ids.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { share } from "../../support/http/create-collection.ts";
import { testEnv } from "../../support/setup/env.ts";
import { backdateInvitation, DAY_MS, invite, newAddress } from "../../support/http/invite.ts";

test("callers cannot grant actions that they lack, and sharing twice changes nothing", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const cy = await signUp("cy");
  await share(ada, ada.personalId, bob, ["share"]);
  const body = {
    actions: ["write"],
    collectionIds: [ada.personalId],
    shareTo: [cy.userId],
    shareToEmails: [],
  };
  expect((await call("POST", "/v1/share-collections", { token: bob.token, body })).status).toBe(403);
  const read = { ...body, actions: ["read"], shareTo: [], shareToEmails: [cy.email.toUpperCase()] };
  const first = await call("POST", "/v1/share-collections", { token: bob.token, body: read });
  expect({ status: first.status, trips: first.trips }).toEqual({ status: 200, trips: 2 });
  expect(first.body.data.existingUsers).toMatchObject([{ id: cy.userId, primaryEmail: cy.email }]);
  const second = await call("POST", "/v1/share-collections", { token: bob.token, body: read });
  expect({ status: second.status, eventKey: second.body.eventKey }).toEqual({ status: 200, eventKey: "" });
});

test("sharing rejects an unknown user, an unknown action and a hidden collection", async () => {
  const ada = await signUp();
  const eve = await signUp("eve");
  const body = {
    actions: ["read"],
    collectionIds: [ada.personalId],
    shareTo: [eve.userId],
    shareToEmails: [],
  };
  const ask = async (token: string, changes: object) =>
    (await call("POST", "/v1/share-collections", { token, body: { ...body, ...changes } })).body.code;
  expect(await ask(ada.token, { shareTo: [newId("user")] })).toBe("invalid_argument");
  expect(await ask(ada.token, { actions: ["fly"] })).toBe("invalid_argument");
  expect(await ask(ada.token, { actions: [] })).toBe("invalid_argument");
  expect(await ask(eve.token, {})).toBe("not_found");
});

test("sharing with an unknown address creates an invitation in two D1 round trips, with a token that the database does not store", async () => {
  const ada = await signUp();
  const email = newAddress();
  const { answer, tokenId, publicToken } = await invite(
    ada,
    [ada.personalId],
    [email.toUpperCase()],
    ["read", "chat"],
  );
  expect({ status: answer.status, trips: answer.trips }).toEqual({ status: 200, trips: 2 });
  expect(answer.body.eventKey).toMatch(/^event_/);
  expect(answer.body.data.existingUsers).toEqual([]);
  expect(answer.body.data.newUsers).toMatchObject([
    {
      grants: [
        { action: "read", collectionId: idToBytes(ada.personalId as `col_${string}`) },
        { action: "chat", collectionId: idToBytes(ada.personalId as `col_${string}`) },
      ],
      inviteeEmail: email,
      issuedByDisplayName: ada.email.split("@")[0],
      issuedByUserId: idToBytes(ada.userId as `user_${string}`),
      organizationId: idToBytes(ada.organizationId as `org_${string}`),
      tenantId: idToBytes(ada.tenantId as `tenant_${string}`),
    },
  ]);
  expect(publicToken).toMatch(/^[\w-]{43}$/);
  const stored = await testEnv.DB.prepare("SELECT * FROM invitations WHERE id = ?").bind(tokenId).first();
  expect(JSON.stringify(stored)).not.toContain(publicToken);
  expect(Number(stored?.["expires_at"]) - Number(stored?.["issued_at"])).toBe(30 * DAY_MS);
});

test("an equal invitation changes nothing, and a different invitation is new", async () => {
  const ada = await signUp();
  const email = newAddress();
  const first = await invite(ada, [ada.personalId], [email], ["read", "chat"]);
  const second = await invite(ada, [ada.personalId], [email], ["chat", "read"]);
  expect({
    status: second.answer.status,
    trips: second.answer.trips,
    eventKey: second.answer.body.eventKey,
  }).toEqual({
    status: 200,
    trips: 1,
    eventKey: "",
  });
  expect([second.tokenId, second.publicToken]).toEqual([first.tokenId, first.publicToken]);
  expect((await invite(ada, [ada.personalId], [email], ["read"])).tokenId).not.toBe(first.tokenId);
  await backdateInvitation(first.tokenId, 31 * DAY_MS);
  expect((await invite(ada, [ada.personalId], [email], ["read", "chat"])).tokenId).not.toBe(first.tokenId);
});

test("ten equal parallel requests create one invitation", async () => {
  const ada = await signUp();
  const email = newAddress();
  const many = await Promise.all(
    Array.from({ length: 10 }, () => invite(ada, [ada.personalId], [email], ["read"])),
  );
  expect(new Set(many.map(({ answer }) => answer.status))).toEqual(new Set([200]));
  expect(new Set(many.map(({ tokenId }) => tokenId)).size).toBe(1);
  expect(
    await testEnv.DB.prepare("SELECT count(*) AS n FROM invitations WHERE email = ?").bind(email).first("n"),
  ).toBe(1);
});

test("collections of two organizations need one invitation each, audited in both organizations", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  await share(bob, bob.personalId, ada, ["own"]);
  const { answer } = await invite(ada, [ada.personalId, bob.personalId], [newAddress()], ["read"]);
  const shown = answer.body.data.newUsers.map((each: any) => [
    idFromBytes("org", each.organizationId),
    each.grants.map((grant: any) => idFromBytes("col", grant.collectionId)),
  ]);
  expect(shown).toEqual([
    [ada.organizationId, [ada.personalId]],
    [bob.organizationId, [bob.personalId]],
  ]);
  const audited = await testEnv.DB.prepare(
    "SELECT organization_id AS id FROM audit_events WHERE operation_id = ?",
  )
    .bind(answer.body.details.operation.operationId)
    .all<{ id: string }>();
  expect(new Set(audited.results.map((row) => row.id))).toEqual(
    new Set([ada.organizationId, bob.organizationId]),
  );
});

test("a user with two verified addresses counts for both, and an address that two users verified gets an invitation", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const [second, common] = [newAddress(), newAddress()];
  const add = async (userId: string, email: string) =>
    await testEnv.DB.prepare(
      "INSERT INTO user_emails (user_id, email, type, verified_at) VALUES (?, ?, 'other', 1)",
    )
      .bind(userId, email)
      .run();
  await add(bob.userId, second);
  await add(bob.userId, common);
  await add(ada.userId, common);
  const { answer } = await invite(ada, [ada.personalId], [bob.email, second, common], ["read"]);
  expect(answer.body.data.existingUsers.map((user: any) => user.id)).toEqual([bob.userId]);
  expect(answer.body.data.newUsers.map((each: any) => each.inviteeEmail)).toEqual([common]);
});

test("sharing rejects an invalid address, too many addresses, and too many invitations, and names the field", async () => {
  const ada = await signUp();
  const ask = async (shareToEmails: unknown) => {
    const body = { actions: ["read"], collectionIds: [ada.personalId], shareTo: [], shareToEmails };
    return (await call("POST", "/v1/share-collections", { token: ada.token, body })).body;
  };
  expect((await ask(["nobody"])).data.issues[0].path).toBe("shareToEmails.0");
  expect((await ask(Array.from({ length: 101 }, () => newAddress()))).code).toBe("invalid_argument");
  const most = await ask(Array.from({ length: 100 }, () => newAddress()));
  expect({ code: most.code, length: most.data.newUsers.length }).toEqual({ code: "ok", length: 100 });
});
