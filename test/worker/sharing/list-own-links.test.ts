import { expect, test } from "vitest";
import { call } from "../../support/http/call.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { claim, invite, newAddress, revoke, unverified } from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { startThread } from "../../support/http/threads.ts";

async function linksOf({ token }: Pick<Person, "token">, query: Record<string, string> = {}) {
  const { status, trips, body } = await call("listOwnLinks", { token, query });
  return { status, trips, ...body.data };
}

async function shareThread({ token }: Person, threadID: string): Promise<void> {
  const body = { threadId: threadID, messageId: null, shareMethod: "link", shareTo: [] };
  expect((await call("POST", `/v1/threads/${threadID}/share`, { token, body })).status).toBe(200);
}

test("the list has the caller's open invitations and links, newest first, and nobody else's", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const [one, two] = [
    await createCollection(ada, ada.personalId, "One"),
    await createCollection(ada, ada.personalId, "Two"),
  ];
  const thread = await startThread(ada, one);
  expect(await linksOf(ada)).toMatchObject({ status: 200, trips: 1, records: [], truncated: false });
  const email = newAddress();
  const { tokenId } = await invite(ada, [one, two], [email], ["write"]);
  await shareThread(ada, thread);
  const { records, pagination } = await linksOf(ada);
  expect(records).toMatchObject([
    {
      kind: "link",
      threadId: thread,
      messageId: null,
      expiresAt: null,
      email: "",
      collections: [],
      actions: [],
    },
    { kind: "invitation", tokenId, email, threadId: null, actions: ["read", "chat", "write"] },
  ]);
  expect(records[1]!.collections.map(({ label }: { label: string }) => label).toSorted()).toEqual([
    "One",
    "Two",
  ]);
  expect(pagination.count).toBe(2);
  expect((await linksOf(ada, { limit: "1", offset: "1" })).records).toMatchObject([{ kind: "invitation" }]);
  expect((await linksOf(ada, { sort: "createdAt", limit: "1" })).records).toMatchObject([
    { kind: "invitation" },
  ]);
  await share(ada, one, bob, ["share"]);
  expect((await linksOf(bob)).records).toEqual([]);
});

test("ended, redeemed and replaced ones are not in the list", async () => {
  const [ada, grace] = [await signUp(), await unverified()];
  const one = await createCollection(ada, ada.personalId, "One");
  const thread = await startThread(ada, one);
  await shareThread(ada, thread);
  await shareThread(ada, thread);
  const [link, ...others] = (await linksOf(ada)).records;
  expect(others).toEqual([]);
  const params = { threadID: thread, tokenId: link!.tokenId };
  expect((await call("endThreadLink", { token: ada.token, params })).status).toBe(200);
  const redeemed = await invite(ada, [one], [grace.email], ["read"]);
  expect((await claim(await grace.verify(), redeemed.tokenId)).status).toBe(200);
  const { tokenId } = await invite(ada, [one], [newAddress()], ["read"]);
  expect((await linksOf(ada)).records).toMatchObject([{ tokenId }]);
  expect((await revoke(ada.token, tokenId)).status).toBe(200);
  expect((await linksOf(ada)).records).toEqual([]);
});

test("a link ends with its creator's right to share, and an invitation does not name collections that the caller lost", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const one = await createCollection(ada, ada.personalId, "One");
  await share(ada, one, bob, ["share", "write"]);
  const thread = await startThread(ada, one);
  await shareThread(bob, thread);
  await invite(bob, [one], [newAddress()], ["read"]);
  expect((await linksOf(bob)).records).toHaveLength(2);
  const body = { collectionId: one, userId: bob.userId, actions: [] };
  expect((await call("modifyCollectionPermissions", { token: ada.token, body })).status).toBe(200);
  const { records } = await linksOf(bob);
  expect(records).toMatchObject([{ kind: "invitation", collections: [] }]);
});
