import { expect, test } from "vitest";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import {
  backdateInvitation,
  claim,
  DAY_MS,
  grantsOf,
  invite,
  mayRead,
  revoke,
  signIn,
  topCollectionsOf,
  unverified,
} from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

test("claiming an invitation needs two D1 round trips, by GET or POST, with either token, and a repetition changes nothing", async () => {
  const ada = await signUp();
  const shared = await createCollection(ada, ada.personalId, "Shared");
  const below = await createCollection(ada, shared, "Below");
  const grace = await unverified();
  const { publicToken, tokenId } = await invite(ada, [shared], [grace.email], ["chat"]);
  const token = await grace.verify();
  const first = await claim(token, publicToken, "GET");
  expect({ status: first.status, trips: first.trips }).toEqual({ status: 200, trips: 2 });
  expect(first.body.eventKey).toMatch(/^event_/);
  expect(first.body.data.successfulGrants.map((id: number[]) => idFromBytes("col", id))).toEqual([shared]);
  expect(first.body.data.unsuccessfulGrants).toEqual([]);
  expect(topCollectionsOf(first.body.data.trees)).toEqual([shared]);
  expect(topCollectionsOf(first.body.data.trees[0].children)).toEqual([below]);
  for (const again of [await claim(token, tokenId), await claim(grace.token, publicToken, "GET")]) {
    expect({ status: again.status, trips: again.trips, eventKey: again.body.eventKey }).toEqual({
      status: 200,
      trips: 1,
      eventKey: "",
    });
    expect(again.body.data).toEqual(first.body.data);
  }
  expect(await grantsOf(grace.userId, shared)).toEqual(["chat"]);
});

test("the service rejects HEAD of a claim and does not redeem the invitation", async () => {
  const ada = await signUp();
  const grace = await unverified();
  const { publicToken, tokenId } = await invite(ada, [ada.personalId], [grace.email], ["read"]);
  const response = await rawCall("HEAD", `/v1/claim-token/${publicToken}`, { token: await grace.verify() });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")?.split(", ").sort()).toEqual(["DELETE", "GET", "POST"]);
  expect(
    await testEnv.DB.prepare("SELECT redeemed_at FROM invitations WHERE id = ?")
      .bind(tokenId)
      .first("redeemed_at"),
  ).toBeNull();
});

test("a claim with a wrong address and a claim of an expired, revoked or unknown invitation get the same error", async () => {
  const ada = await signUp();
  const grace = await unverified();
  const token = await grace.verify();
  const other = await signUp("other");
  const mine = await invite(ada, [ada.personalId], [grace.email], ["read"]);
  const expired = await invite(ada, [ada.personalId], [grace.email], ["chat"]);
  const revoked = await invite(ada, [ada.personalId], [grace.email], ["write"]);
  await backdateInvitation(expired.tokenId, 30 * DAY_MS);
  expect((await revoke(ada.token, revoked.tokenId)).status).toBe(200);
  const refused = [
    await claim(other.token, mine.publicToken),
    await claim(other.token, mine.tokenId),
    await claim(grace.token, mine.publicToken),
    await claim(token, expired.publicToken),
    await claim(token, revoked.publicToken),
    await claim(token, newId("token")),
    await claim(token, "no-such-token"),
    await revoke(other.token, mine.publicToken),
  ];
  for (const answer of refused) {
    expect({ status: answer.status, code: answer.body.code, data: answer.body.data }).toEqual({
      status: 404,
      code: "not_found",
      data: {},
    });
    expect(answer.body.message).toBe(refused[0]?.body.message);
  }
  expect((await call("POST", `/v1/claim-token/${mine.publicToken}`)).status).toBe(401);
  expect(await mayRead(token, ada.personalId)).toBe(false);
});

test("a claim grants only the actions that the inviter may still grant", async () => {
  const [ada, bob, grace] = [await signUp(), await signUp("bob"), await unverified()];
  const [one, two] = [
    await createCollection(ada, ada.personalId, "One"),
    await createCollection(ada, ada.personalId, "Two"),
  ];
  const inviteAs = async (inviter: Person, actions: ("read" | "write")[]) =>
    await invite(inviter, [one, two], [grace.email], actions);
  await share(ada, one, bob, ["write", "share"]);
  await share(ada, two, bob, ["write", "share"]);
  const { publicToken } = await inviteAs(bob, ["read", "write"]);
  await testEnv.DB.prepare("DELETE FROM grants WHERE user_id = ? AND collection_id = ? AND action = 'share'")
    .bind(bob.userId, two)
    .run();
  await testEnv.DB.prepare("DELETE FROM grants WHERE user_id = ? AND collection_id = ? AND action = 'write'")
    .bind(bob.userId, one)
    .run();
  const token = await grace.verify();
  const { body } = await claim(token, publicToken);
  expect(body.data.successfulGrants).toEqual([]);
  const failures = body.data.unsuccessfulGrants.map((each: any) => [
    idFromBytes("col", each.collectionId),
    each.granted,
  ]);
  expect(failures).toEqual([
    [one, true],
    [two, false],
  ]);
  expect(topCollectionsOf(body.data.trees)).toEqual([one]);
  expect([await grantsOf(grace.userId, one), await grantsOf(grace.userId, two)]).toEqual([["read"], []]);
});

test("an inviter without share grants nothing by claim or sign-in, and the invitations wait until they regain share", async () => {
  const [ada, bob, grace] = [await signUp(), await signUp("bob"), await unverified()];
  await share(ada, ada.personalId, bob, ["share"]);
  const { publicToken } = await invite(bob, [ada.personalId], [grace.email], ["read"]);
  await testEnv.DB.prepare("DELETE FROM grants WHERE user_id = ? AND collection_id = ?")
    .bind(bob.userId, ada.personalId)
    .run();
  const { token, answer } = await signIn({ email: grace.email });
  expect(topCollectionsOf(answer.body.data.workingContext.CollectionTree)).not.toContain(ada.personalId);
  const refused = await claim(token, publicToken);
  expect({ status: refused.status, eventKey: refused.body.eventKey }).toEqual({ status: 200, eventKey: "" });
  expect(refused.body.data).toMatchObject({
    successfulGrants: [],
    trees: [],
    unsuccessfulGrants: [{ granted: false }],
  });
  expect(JSON.stringify(refused.body)).not.toContain("@");
  await share(ada, ada.personalId, bob, ["share"]);
  expect((await claim(token, publicToken)).body.data.successfulGrants).toHaveLength(1);
});

test("a suspended inviter's invitations grant nothing", async () => {
  const [ada, grace] = [await signUp(), await unverified()];
  const { publicToken } = await invite(ada, [ada.personalId], [grace.email], ["read"]);
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
    .bind(ada.userId)
    .run();
  expect((await claim(await grace.verify(), publicToken)).body.data.successfulGrants).toEqual([]);
});

test("ten parallel claims redeem an invitation once", async () => {
  const [ada, grace] = [await signUp(), await unverified()];
  const { publicToken, tokenId } = await invite(ada, [ada.personalId], [grace.email], ["read", "chat"]);
  const token = await grace.verify();
  const answers = await Promise.all(Array.from({ length: 10 }, () => claim(token, publicToken)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
  expect(answers.filter(({ body }) => body.eventKey !== "")).toHaveLength(1);
  const events = await testEnv.DB.prepare("SELECT count(*) AS n FROM audit_events WHERE target_id = ?")
    .bind(tokenId)
    .first("n");
  expect(events).toBe(1);
  expect(await grantsOf(grace.userId, ada.personalId)).toEqual(["chat", "read"]);
});

test("one of a parallel claim and revocation succeeds, and no grant outlives the revocation", async () => {
  const ada = await signUp();
  for (let round = 0; round < 8; round += 1) {
    const grace = await unverified();
    const { publicToken } = await invite(ada, [ada.personalId], [grace.email], ["read"]);
    const token = await grace.verify();
    const [claimed, revoked] = await Promise.all([claim(token, publicToken), revoke(ada.token, publicToken)]);
    const won = revoked.status === 200 ? [404, 200, false] : [200, 409, true];
    expect([claimed.status, revoked.status, await mayRead(token, ada.personalId)]).toEqual(won);
  }
});
