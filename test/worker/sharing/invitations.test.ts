import { expect, test } from "vitest";
import { idFromBytes, idToBytes, newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/env.ts";
import { call } from "../../support/http.ts";
import { age, claim, DAY_MS, grantsOf, invite, mayRead, newAddress, revoke, signIn, topOf, unverified } from "../../support/invitations.ts";
import { signUp } from "../../support/people.ts";
import { createCollection, share } from "../../support/workspace.ts";

test("an unknown address is invited in two trips, with a token that the database does not hold", async () => {
  const ada = await signUp();
  const email = newAddress();
  const { answer, tokenId, publicToken } = await invite(ada, [ada.personalId], [email.toUpperCase()], ["read", "chat"]);
  expect([answer.status, answer.trips]).toEqual([200, 2]);
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

test("inviting again to the same changes nothing; to something else is another invitation", async () => {
  const ada = await signUp();
  const email = newAddress();
  const first = await invite(ada, [ada.personalId], [email], ["read", "chat"]);
  const second = await invite(ada, [ada.personalId], [email], ["chat", "read"]);
  expect([second.answer.status, second.answer.trips, second.answer.body.eventKey]).toEqual([200, 1, ""]);
  expect([second.tokenId, second.publicToken]).toEqual([first.tokenId, first.publicToken]);
  expect((await invite(ada, [ada.personalId], [email], ["read"])).tokenId).not.toBe(first.tokenId);
  await age(first.tokenId, 31 * DAY_MS);
  expect((await invite(ada, [ada.personalId], [email], ["read", "chat"])).tokenId).not.toBe(first.tokenId);
});

test("ten equal invitations at once issue one", async () => {
  const ada = await signUp();
  const email = newAddress();
  const many = await Promise.all(Array.from({ length: 10 }, () => invite(ada, [ada.personalId], [email], ["read"])));
  expect(new Set(many.map(({ answer }) => answer.status))).toEqual(new Set([200]));
  expect(new Set(many.map(({ tokenId }) => tokenId)).size).toBe(1);
  expect(await testEnv.DB.prepare("SELECT count(*) AS n FROM invitations WHERE email = ?").bind(email).first("n")).toBe(1);
});

test("collections of two organizations make one invitation for each, audited in both", async () => {
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
  const audited = await testEnv.DB.prepare("SELECT organization_id AS id FROM audit_events WHERE operation_id = ?")
    .bind(answer.body.details.operation.operationId)
    .all<{ id: string }>();
  expect(new Set(audited.results.map((row) => row.id))).toEqual(new Set([ada.organizationId, bob.organizationId]));
});

test("a user who verified two of the addresses counts for both; an address that two users verified is invited", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const [second, common] = [newAddress(), newAddress()];
  const add = async (userId: string, email: string) =>
    await testEnv.DB.prepare("INSERT INTO user_emails (user_id, email, type, verified_at) VALUES (?, ?, 'other', 1)")
      .bind(userId, email)
      .run();
  await add(bob.userId, second);
  await add(bob.userId, common);
  await add(ada.userId, common);
  const { answer } = await invite(ada, [ada.personalId], [bob.email, second, common], ["read"]);
  expect(answer.body.data.existingUsers.map((user: any) => user.id)).toEqual([bob.userId]);
  expect(answer.body.data.newUsers.map((each: any) => each.inviteeEmail)).toEqual([common]);
});

test("a first sign-in with the verified address redeems in its own two trips, audited where it was invited", async () => {
  const ada = await signUp();
  const shared = await createCollection(ada, ada.personalId, "Shared");
  const { answer: invited, tokenId } = await invite(ada, [shared], [newAddress()], ["read", "write"]);
  const email = invited.body.data.newUsers[0].inviteeEmail;
  const { token, answer, userId } = await signIn({ email });
  expect([answer.status, answer.trips]).toEqual([200, 2]);
  expect(topOf(answer.body.data.workingContext.CollectionTree)).toContain(shared);
  expect(await grantsOf(userId, shared)).toEqual(["read", "write"]);
  const event = await testEnv.DB.prepare("SELECT organization_id FROM audit_events WHERE target_id = ? AND actor_id = ?")
    .bind(tokenId, userId)
    .first("organization_id");
  expect(event).toBe(ada.organizationId);
  const claimed = await claim(token, tokenId);
  expect([claimed.status, claimed.trips, claimed.body.eventKey]).toEqual([200, 1, ""]);
  expect(topOf(claimed.body.data.trees)).toEqual([shared]);
});

test("an unverified sign-in redeems nothing, and the sign-in at which the address becomes verified does", async () => {
  const ada = await signUp();
  const email = newAddress();
  const { publicToken } = await invite(ada, [ada.personalId], [email], ["read"]);
  const { token, answer } = await signIn({ email, verified: false });
  expect(answer.body.data.workingContext.CollectionTree).toHaveLength(1);
  expect((await claim(token, publicToken)).body.code).toBe("not_found");
  const verified = await signIn({ email });
  expect([verified.answer.status, verified.answer.trips]).toEqual([200, 2]);
  expect(topOf(verified.answer.body.data.workingContext.CollectionTree)).toContain(ada.personalId);
});

test("an invitation and the first sign-in of its address at once lose nothing", async () => {
  const ada = await signUp();
  for (let round = 0; round < 8; round += 1) {
    const email = newAddress();
    const [invited, { token }] = await Promise.all([invite(ada, [ada.personalId], [email], ["read"]), signIn({ email })]);
    expect(invited.answer.status).toBe(200);
    expect(await mayRead(token, ada.personalId)).toBe(true);
  }
});

test("the issuer revokes, and so does whoever may share all of it; again changes nothing; a redeemed one is not revoked", async () => {
  const [ada, bob, cy, grace] = [await signUp(), await signUp("bob"), await signUp("cy"), await unverified()];
  const [one, two] = [await createCollection(ada, ada.personalId, "One"), await createCollection(ada, ada.personalId, "Two")];
  await share(ada, one, bob, ["share"]);
  const { publicToken, tokenId } = await invite(ada, [one, two], [grace.email], ["read"]);
  expect((await revoke(bob.token, tokenId)).status).toBe(404);
  await share(ada, two, bob, ["share"]);
  const revoked = await revoke(bob.token, publicToken);
  expect([revoked.status, revoked.trips]).toEqual([200, 2]);
  const again = await revoke(ada.token, tokenId);
  expect([again.status, again.body.eventKey]).toEqual([200, ""]);
  const byBob = await invite(bob, [one], [cy.email, newAddress()], ["read"]);
  await testEnv.DB.prepare("DELETE FROM grants WHERE user_id = ?").bind(bob.userId).run();
  expect((await revoke(bob.token, byBob.tokenId)).status).toBe(200);
  const redeemed = await invite(ada, [one], [grace.email], ["chat"]);
  const token = await grace.verify();
  expect((await claim(token, redeemed.tokenId)).status).toBe(200);
  const late = await revoke(ada.token, redeemed.tokenId);
  expect([late.status, late.body.code]).toEqual([409, "failed_precondition"]);
});

test("a repeated Idempotency-Key shares, claims and revokes once", async () => {
  const [ada, grace] = [await signUp(), await unverified()];
  const headers = { "idempotency-key": newId("req") };
  const body = { actions: ["read"], collectionIds: [ada.personalId], shareTo: [], shareToEmails: [grace.email] };
  const ask = async () => await call("POST", "/v1/share-collections", { token: ada.token, body, headers });
  const first = await ask();
  expect((await ask()).body).toMatchObject({ eventKey: first.body.eventKey, data: first.body.data });
  const { publicToken } = first.body.data.newUsers[0];
  const token = await grace.verify();
  const take = async () => await call("POST", `/v1/claim-token/${publicToken}`, { token, headers });
  const taken = await take();
  expect((await take()).body).toMatchObject({ eventKey: taken.body.eventKey, data: taken.body.data });
  const end = await invite(ada, [ada.personalId], [newAddress()], ["chat"]);
  const drop = async () => await call("DELETE", `/v1/claim-token/${end.tokenId}`, { token: ada.token, headers });
  const dropped = await drop();
  expect((await drop()).body.eventKey).toBe(dropped.body.eventKey);
});

test("an address that is none, too many, and too many invitations are refused by field", async () => {
  const ada = await signUp();
  const ask = async (shareToEmails: unknown) => {
    const body = { actions: ["read"], collectionIds: [ada.personalId], shareTo: [], shareToEmails };
    return (await call("POST", "/v1/share-collections", { token: ada.token, body })).body;
  };
  expect((await ask(["nobody"])).data.issues[0].path).toBe("shareToEmails.0");
  expect((await ask(Array.from({ length: 101 }, () => newAddress()))).code).toBe("invalid_argument");
  const most = await ask(Array.from({ length: 100 }, () => newAddress()));
  expect([most.code, most.data.newUsers.length]).toEqual(["ok", 100]);
});
