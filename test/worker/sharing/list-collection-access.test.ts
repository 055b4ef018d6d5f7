import { expect, test } from "vitest";
import { idFromBytes, idToBytes } from "../../../src/domain/ids.ts";
import { call } from "../../support/http/call.ts";
import { invite, newAddress } from "../../support/http/invite.ts";
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

const list = async (person: Person, collectionId: string, query = "") =>
  await call("GET", `/v1/collection-access/${collectionId}${query}`, { token: person.token });

test("the list contains members, inherited members included, and waiting invitations, with one D1 round trip", async () => {
  const { ada, bob, shared } = await people("bob");
  await share(ada, shared, bob, ["read", "share"]);
  const { publicToken, tokenId, answer } = await invite(ada, [shared], [newAddress("zoe")], ["write"]);
  const listed = await list(ada, shared);
  expect({ status: listed.status, trips: listed.trips }).toEqual({ status: 200, trips: 1 });
  const common = {
    collection_id: idToBytes(shared as `col_${string}`),
    collectionLabel: "Shared",
    collectionDescription: "",
  };
  const [owner, member, invitation] = listed.body.data.records;
  expect(owner).toMatchObject({
    ...common,
    accessType: "member",
    email: ada.email,
    actions: ["read", "chat", "write", "share", "own"],
  });
  expect(member).toMatchObject({
    ...common,
    accessType: "member",
    actions: ["read", "share"],
    publicToken: "",
    token: null,
  });
  expect(idFromBytes("user", member.user_id)).toBe(bob.userId);
  expect(invitation).toMatchObject({
    ...common,
    accessType: "invitation",
    actions: ["read", "chat", "write"],
    email: answer.body.data.newUsers[0].inviteeEmail,
    publicToken,
    tokenGrantedBy: ada.email.split("@")[0],
    user_id: null,
  });
  expect(idFromBytes("token", invitation.token)).toBe(tokenId);
  const path = (person: Person) =>
    list(person, shared).then(({ body }) => body.data.records[0].collectionPath.length);
  expect([await path(ada), await path(bob)]).toEqual([3, 1]);
});

test("the list of members is paged and sorted, and omits completed invitations", async () => {
  const { ada, bob, shared } = await people("bob");
  // The collection is shared by address, because sharing by id creates no invitation to list.
  await invite(ada, [shared], [bob.email], ["read"]);
  const first = await invite(ada, [shared], [newAddress("x")], ["read"]);
  await invite(ada, [shared], [newAddress("y")], ["read"]);
  const page = await list(ada, shared, "?limit=3&offset=1&sort=accessType,-email");
  expect(page.body.data.records.map((record: any) => record.email[0])).toEqual(["x", "b", "a"]);
  expect(page.body.data.pagination).toMatchObject({
    count: 4,
    limit: 3,
    offset: 1,
    hasPreviousPage: true,
    hasNextPage: false,
  });
  expect(page.body.data.pagination.firstRecordOnPage).toBe(first.tokenId);
  expect((await list(ada, shared, "?limit=0")).body.data).toMatchObject({
    records: [],
    pagination: { count: 4, totalPages: 0 },
  });
  await call("revokeInvitation", { token: ada.token, params: { token: first.tokenId } });
  expect((await list(ada, shared)).body.data.pagination.count).toBe(3);
  expect((await list(ada, shared, "?sort=token")).body.code).toBe("invalid_argument");
});

test("listing members needs share, and the list withholds the token of a broader invitation", async () => {
  const { ada, bob, cy, shared } = await people("bob", "cy");
  const other = await createCollection(ada, ada.personalId, "Other");
  await share(ada, shared, bob, ["share"]);
  await share(ada, shared, cy, ["write"]);
  await invite(ada, [shared, other], [newAddress()], ["read"]);
  const denied = await list(cy, shared);
  expect([denied.status, JSON.stringify(denied.body).includes("@")]).toEqual([403, false]);
  expect((await list(await signUp("eve"), shared)).status).toBe(404);
  const seen = (await list(bob, shared, "?sort=accessType")).body.data.records[0];
  expect(seen).toMatchObject({ accessType: "invitation", publicToken: "" });
  await share(ada, other, bob, ["share"]);
  expect((await list(bob, shared, "?sort=accessType")).body.data.records[0].publicToken).toMatch(
    /^[\w-]{43}$/,
  );
});
