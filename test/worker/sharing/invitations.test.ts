import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import {
  claim,
  grantsOf,
  invite,
  mayRead,
  newAddress,
  signIn,
  topCollectionsOf,
  unverified,
} from "../../support/http/invite.ts";
import { signUp } from "../../support/http/person.ts";
import { createCollection } from "../../support/http/create-collection.ts";

test("a first sign-in with the verified address redeems the invitation within its two D1 round trips, audited in the inviting organization", async () => {
  const ada = await signUp();
  const shared = await createCollection(ada, ada.personalId, "Shared");
  const { answer: invited, tokenId } = await invite(ada, [shared], [newAddress()], ["read", "write"]);
  const email = invited.body.data.newUsers[0].inviteeEmail;
  const { token, answer, userId } = await signIn({ email });
  expect({ status: answer.status, trips: answer.trips }).toEqual({ status: 200, trips: 2 });
  expect(topCollectionsOf(answer.body.data.workingContext.CollectionTree)).toContain(shared);
  expect(await grantsOf(userId, shared)).toEqual(["read", "write"]);
  const event = await testEnv.DB.prepare(
    "SELECT organization_id FROM audit_events WHERE target_id = ? AND actor_id = ?",
  )
    .bind(tokenId, userId)
    .first("organization_id");
  expect(event).toBe(ada.organizationId);
  const claimed = await claim(token, tokenId);
  expect({ status: claimed.status, trips: claimed.trips, eventKey: claimed.body.eventKey }).toEqual({
    status: 200,
    trips: 1,
    eventKey: "",
  });
  expect(topCollectionsOf(claimed.body.data.trees)).toEqual([shared]);
});

test("an unverified sign-in redeems nothing, and the sign-in that verifies the address does", async () => {
  const ada = await signUp();
  const email = newAddress();
  const { publicToken } = await invite(ada, [ada.personalId], [email], ["read"]);
  const { token, answer } = await signIn({ email, verified: false });
  expect(answer.body.data.workingContext.CollectionTree).toHaveLength(1);
  expect((await claim(token, publicToken)).body.code).toBe("not_found");
  const verified = await signIn({ email });
  expect({ status: verified.answer.status, trips: verified.answer.trips }).toEqual({ status: 200, trips: 2 });
  expect(topCollectionsOf(verified.answer.body.data.workingContext.CollectionTree)).toContain(ada.personalId);
});

test("a parallel invitation and first sign-in of its address lose nothing", async () => {
  const ada = await signUp();
  for (let round = 0; round < 8; round += 1) {
    const email = newAddress();
    const [invited, { token }] = await Promise.all([
      invite(ada, [ada.personalId], [email], ["read"]),
      signIn({ email }),
    ]);
    expect(invited.answer.status).toBe(200);
    expect(await mayRead(token, ada.personalId)).toBe(true);
  }
});

test("a repeated Idempotency-Key shares, claims and revokes once", async () => {
  const [ada, grace] = [await signUp(), await unverified()];
  const headers = { "idempotency-key": newId("req") };
  const body = {
    actions: ["read"],
    collectionIds: [ada.personalId],
    shareTo: [],
    shareToEmails: [grace.email],
  };
  const ask = async () => await call("POST", "/v1/share-collections", { token: ada.token, body, headers });
  const first = await ask();
  expect((await ask()).body).toMatchObject({ eventKey: first.body.eventKey, data: first.body.data });
  const { publicToken } = first.body.data.newUsers[0];
  const token = await grace.verify();
  const take = async () => await call("POST", `/v1/claim-token/${publicToken}`, { token, headers });
  const taken = await take();
  expect((await take()).body).toMatchObject({ eventKey: taken.body.eventKey, data: taken.body.data });
  const end = await invite(ada, [ada.personalId], [newAddress()], ["chat"]);
  const drop = async () =>
    await call("DELETE", `/v1/claim-token/${end.tokenId}`, { token: ada.token, headers });
  const dropped = await drop();
  expect((await drop()).body.eventKey).toBe(dropped.body.eventKey);
});
