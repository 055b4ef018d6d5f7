import { expect, test } from "vitest";
import { testEnv } from "../../support/setup/env.ts";
import { claim, invite, newAddress, revoke, unverified } from "../../support/http/invite.ts";
import { signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

test("the issuer and users who may share all of its collections can revoke an invitation; a repetition changes nothing, and a redeemed one stays", async () => {
  const [ada, bob, cy, grace] = [await signUp(), await signUp("bob"), await signUp("cy"), await unverified()];
  const [one, two] = [
    await createCollection(ada, ada.personalId, "One"),
    await createCollection(ada, ada.personalId, "Two"),
  ];
  await share(ada, one, bob, ["share"]);
  const { publicToken, tokenId } = await invite(ada, [one, two], [grace.email], ["read"]);
  expect((await revoke(bob.token, tokenId)).status).toBe(404);
  await share(ada, two, bob, ["share"]);
  const revoked = await revoke(bob.token, publicToken);
  expect({ status: revoked.status, trips: revoked.trips }).toEqual({ status: 200, trips: 2 });
  const again = await revoke(ada.token, tokenId);
  expect({ status: again.status, eventKey: again.body.eventKey }).toEqual({ status: 200, eventKey: "" });
  const byBob = await invite(bob, [one], [cy.email, newAddress()], ["read"]);
  await testEnv.DB.prepare("DELETE FROM grants WHERE user_id = ?").bind(bob.userId).run();
  expect((await revoke(bob.token, byBob.tokenId)).status).toBe(200);
  const redeemed = await invite(ada, [one], [grace.email], ["chat"]);
  const token = await grace.verify();
  expect((await claim(token, redeemed.tokenId)).status).toBe(200);
  const late = await revoke(ada.token, redeemed.tokenId);
  expect({ status: late.status, code: late.body.code }).toEqual({ status: 409, code: "failed_precondition" });
});
