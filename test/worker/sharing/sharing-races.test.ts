import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { call } from "../../support/http/call.ts";
import {
  claim,
  grantsOf,
  invite,
  mayRead,
  modifyPermissions,
  newAddress,
  revoke,
  signInToken,
  unverified,
} from "../../support/http/invite.ts";
import { type Person, signUp, syncBody } from "../../support/http/person.ts";
import { share } from "../../support/http/create-collection.ts";
import { runSql } from "../../support/rows/run-sql.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs `change` between the reads and the writes of the next operation. */
function betweenReadAndWrite(change: () => Promise<unknown>): void {
  interceptBatches(async (nth, send) => {
    if (nth === 2) await change();
    return await send();
  });
}

const takeAway = async (person: Person, collectionId: string) =>
  await runSql("DELETE FROM grants WHERE user_id = ? AND collection_id = ?", person.userId, collectionId);
const give = async (person: Person, collectionId: string, action: string) =>
  await runSql(
    "INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by) VALUES (?, ?, ?, '', ?, 0, '')",
    newId("perm"),
    person.userId,
    collectionId,
    action,
  );

test("an address that is verified during its invitation gets the grant", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const email = newAddress();
  betweenReadAndWrite(() =>
    runSql(
      "INSERT INTO user_emails (user_id, email, type, verified_at) VALUES (?, ?, 'other', 1)",
      bob.userId,
      email,
    ),
  );
  const { answer } = await invite(ada, [ada.personalId], [email], ["read"]);
  expect(answer.body.data.newUsers).toEqual([]);
  expect(answer.body.data.existingUsers.map((user: any) => user.id)).toEqual([bob.userId]);
  expect(await mayRead(bob.token, ada.personalId)).toBe(true);
});

test("an invitation that is revoked during its claim grants nothing", async () => {
  const [ada, grace] = [await signUp(), await unverified()];
  const { publicToken, tokenId } = await invite(ada, [ada.personalId], [grace.email], ["read"]);
  const token = await grace.verify();
  betweenReadAndWrite(() => runSql("UPDATE invitations SET revoked_at = 1 WHERE id = ?", tokenId));
  expect((await claim(token, publicToken)).body.code).toBe("not_found");
  expect(await grantsOf(grace.userId, ada.personalId)).toEqual([]);
});

test("an invitation that is redeemed during its revocation is not revoked", async () => {
  const [ada, grace] = [await signUp(), await unverified()];
  const { tokenId } = await invite(ada, [ada.personalId], [grace.email], ["read"]);
  betweenReadAndWrite(() =>
    runSql("UPDATE invitations SET redeemed_at = 1, redeemed_by = ? WHERE id = ?", grace.userId, tokenId),
  );
  expect((await revoke(ada.token, tokenId)).body.code).toBe("failed_precondition");
});

test("an inviter who loses share during the claim grants nothing", async () => {
  const [ada, bob, grace] = [await signUp(), await signUp("bob"), await unverified()];
  await share(ada, ada.personalId, bob, ["share"]);
  const { publicToken } = await invite(bob, [ada.personalId], [grace.email], ["read"]);
  const token = await grace.verify();
  betweenReadAndWrite(() => takeAway(bob, ada.personalId));
  const claimed = await claim(token, publicToken);
  expect({ eventKey: claimed.body.eventKey, successfulGrants: claimed.body.data.successfulGrants }).toEqual({
    eventKey: "",
    successfulGrants: [],
  });
  expect(await grantsOf(grace.userId, ada.personalId)).toEqual([]);
});

test("an invitation that is revoked during its invitee's sign-up grants nothing, and the account is created", async () => {
  const ada = await signUp();
  const email = newAddress();
  const { tokenId } = await invite(ada, [ada.personalId], [email], ["read"]);
  const token = await signInToken({ email });
  betweenReadAndWrite(() => runSql("UPDATE invitations SET revoked_at = 1 WHERE id = ?", tokenId));
  const answer = await call("POST", "/v1/users/self/auth-sync", { token, body: syncBody(email) });
  expect([answer.body.data.didSignUp, await mayRead(token, ada.personalId)]).toEqual([true, false]);
});

test("a caller who loses share during a change of rights changes nothing", async () => {
  const [ada, bob, cy] = [await signUp(), await signUp("bob"), await signUp("cy")];
  await share(ada, ada.personalId, bob, ["share"]);
  betweenReadAndWrite(() => takeAway(bob, ada.personalId));
  expect((await modifyPermissions(bob, ada.personalId, cy.userId, ["read"])).body.code).toBe("not_found");
  expect(await grantsOf(cy.userId, ada.personalId)).toEqual([]);
});

test("a change of rights uses inherited rights that change during the request", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  await share(ada, ada.personalId, bob, ["chat"]);
  betweenReadAndWrite(() => give(bob, ada.rootId, "write"));
  expect((await modifyPermissions(ada, ada.personalId, bob.userId, ["read"])).body.code).toBe(
    "failed_precondition",
  );
  expect(await grantsOf(bob.userId, ada.personalId)).toEqual(["chat"]);
});

test("a root keeps its last owner when the other one is removed in parallel", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  await share(ada, ada.rootId, bob, ["own"]);
  betweenReadAndWrite(() => takeAway(bob, ada.rootId));
  expect((await modifyPermissions(ada, ada.rootId, ada.userId, ["read"])).body.code).toBe(
    "failed_precondition",
  );
  expect(await grantsOf(ada.userId, ada.rootId)).toEqual(["own"]);
});
