/**
 * Promise: The service shows a user's email address only to people in the same organization or collection,
 * and to the person who entered it. Attack: A user knew another user's id from a thread or a public link.
 * They shared a collection with that id. The response, or the access list, then contained the address. An
 * account without a display name showed its address to everybody.
 */
import { expect, test } from "vitest";
import { idFromBytes } from "../../src/domain/ids.ts";
import { testEnv } from "../support/setup/env.ts";
import { call } from "../support/http/call.ts";
import { invite, modifyPermissions, newAddress, signIn } from "../support/http/invite.ts";
import { type Person, signUp, syncBody, tokenFor } from "../support/http/person.ts";
import { createCollection, share } from "../support/http/create-collection.ts";

async function shareWith(
  owner: Person,
  target: { readonly ids?: readonly string[]; readonly emails?: readonly string[] },
) {
  const collectionId = await createCollection(owner, owner.personalId, "Bait");
  const body = {
    actions: ["read"],
    collectionIds: [collectionId],
    shareTo: target.ids ?? [],
    shareToEmails: target.emails ?? [],
  };
  const { body: answer } = await call("POST", "/v1/share-collections", { token: owner.token, body });
  return answer.data.existingUsers.map(({ primaryEmail }: any) => primaryEmail);
}

test("sharing by user id hides the stranger's address, and sharing by address shows it", async () => {
  const [stranger, victim] = [await signUp("stranger"), await signUp("victim")];
  expect(await shareWith(stranger, { ids: [victim.userId] })).toEqual([""]);
  const other = await signUp("other");
  expect(await shareWith(other, { emails: [victim.email] })).toEqual([victim.email]);
});

/** Maps the user id of each member to the address that the access list shows. */
async function membersOf(viewer: Person, collectionId: string): Promise<Record<string, string>> {
  const { body } = await call("GET", `/v1/collection-access/${collectionId}`, { token: viewer.token });
  const members = body.data.records.filter(({ accessType }: any) => accessType === "member");
  return Object.fromEntries(members.map(({ user_id, email }: any) => [idFromBytes("user", user_id), email]));
}

test("repeated shares, the access list, changed rights and an accomplice do not reveal the address of a user shared by id", async () => {
  const [stranger, accomplice, victim] = [
    await signUp("stranger"),
    await signUp("accomplice"),
    await signUp("victim"),
  ];
  const bait = await createCollection(stranger, stranger.personalId, "Bait");
  await share(stranger, bait, victim, ["read"]);
  expect(await shareWith(stranger, { ids: [victim.userId] })).toEqual([""]);
  expect((await modifyPermissions(stranger, bait, victim.userId, ["read", "share"])).status).toBe(200);
  expect((await modifyPermissions(stranger, stranger.personalId, victim.userId, ["read"])).status).toBe(200);
  await share(stranger, bait, accomplice, ["read", "share"]);
  for (const viewer of [stranger, accomplice]) {
    expect((await membersOf(viewer, bait))[victim.userId]).toBe("");
    expect(await shareWith(viewer, { ids: [victim.userId] })).toEqual([""]);
  }
  // After somebody enters the address, all members of the collection see it.
  const body = { actions: ["read"], collectionIds: [bait], shareTo: [], shareToEmails: [victim.email] };
  await call("POST", "/v1/share-collections", { token: stranger.token, body });
  expect((await membersOf(accomplice, bait))[victim.userId]).toBe(victim.email);
});

test("a user who shared by address sees the address in the access list, and a second share changes nothing", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const collectionId = await createCollection(ada, ada.personalId, "Team");
  const body = { actions: ["read"], collectionIds: [collectionId], shareTo: [], shareToEmails: [bob.email] };
  const shareIt = async () => await call("POST", "/v1/share-collections", { token: ada.token, body });
  expect((await shareIt()).body.eventKey).not.toBe("");
  expect((await shareIt()).body.eventKey).toBe("");
  expect(await membersOf(ada, collectionId)).toEqual({ [ada.userId]: ada.email, [bob.userId]: bob.email });
});

test("a user who enters one address of a person does not see their other address", async () => {
  const [stranger, victim, second] = [await signUp("stranger"), await signUp("victim"), newAddress()];
  await testEnv.DB.prepare(
    "INSERT INTO user_emails (user_id, email, type, verified_at) VALUES (?, ?, 'other', 1)",
  )
    .bind(victim.userId, second)
    .run();
  expect(await shareWith(stranger, { emails: [second] })).toEqual([second]);
  const collectionId = await createCollection(stranger, stranger.personalId, "Second");
  const body = { actions: ["read"], collectionIds: [collectionId], shareTo: [], shareToEmails: [second] };
  await call("POST", "/v1/share-collections", { token: stranger.token, body });
  expect((await call("POST", "/v1/share-collections", { token: stranger.token, body })).body.eventKey).toBe(
    "",
  );
  expect((await membersOf(stranger, collectionId))[victim.userId]).toBe("");
});

test("people in one collection, its parent, its child or one organization see each other's addresses", async () => {
  const [ada, bob, cy] = [await signUp(), await signUp("bob"), await signUp("cy")];
  const below = await createCollection(ada, ada.personalId, "Below");
  const toBob = { actions: ["read"], collectionIds: [below], shareTo: [], shareToEmails: [bob.email] };
  await call("POST", "/v1/share-collections", { token: ada.token, body: toBob });
  expect(await shareWith(ada, { ids: [bob.userId] })).toEqual([bob.email]);
  expect(await shareWith(bob, { ids: [ada.userId] })).toEqual([ada.email]);
  await testEnv.DB.prepare(
    `INSERT INTO memberships (user_id, organization_id, tenant_id, created_at, created_by, modified_at, modified_by)
      VALUES (?1, ?2, ?3, 0, ?1, 0, ?1)`,
  )
    .bind(cy.userId, ada.organizationId, ada.tenantId)
    .run();
  expect(await shareWith(cy, { ids: [ada.userId] })).toEqual([ada.email]);
  expect(await shareWith(cy, { ids: [bob.userId] })).toEqual([""]);
});

test("an invitation shows its address to users who may manage it", async () => {
  const [ada, bob, email] = [await signUp(), await signUp("bob"), newAddress()];
  const [one, two] = [
    await createCollection(ada, ada.personalId, "One"),
    await createCollection(ada, ada.personalId, "Two"),
  ];
  await invite(ada, [one, two], [email], ["read"]);
  await share(ada, one, bob, ["share"]);
  const invitedIn = async (token: string) => {
    const { body } = await call("GET", `/v1/collection-access/${one}`, { token });
    const { email: shown, sortableName } = body.data.records.find(
      ({ accessType }: any) => accessType === "invitation",
    );
    return [shown, sortableName];
  };
  expect(await invitedIn(ada.token)).toEqual([email, email]);
  expect(await invitedIn(bob.token)).toEqual(["", ""]);
});

test("an account without a display name does not show its address as the name", async () => {
  const email = newAddress("grace");
  const { body } = await call("POST", "/v1/users/self/auth-sync", {
    token: await tokenFor(email),
    body: syncBody(email, { displayName: "" }),
  });
  expect(body.data.user.displayName).toBe(email.split("@")[0]);
  const named = newAddress();
  const token = await tokenFor(named, { name: "Grace Hopper" });
  const { body: other } = await call("POST", "/v1/users/self/auth-sync", {
    token,
    body: syncBody(named, { displayName: "" }),
  });
  expect(other.data.user.displayName).toBe("Grace Hopper");
  expect(idFromBytes("user", other.data.user.id)).not.toBe((await signIn({ email })).userId);
});
