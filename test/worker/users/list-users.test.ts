import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { call } from "../../support/http/call.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { deleteAccount, endGracePeriod } from "../../support/http/delete-account.ts";
import { type Person, signUp, syncBody } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { queryPlanOf } from "../../support/assertions/query-plan.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { valueOf } from "../../../src/storage/d1/core/access.ts";
import { selectKnownPeople } from "../../../src/storage/d1/users/people.ts";
import { testEnv } from "../../support/setup/env.ts";

async function list({ token }: Pick<Person, "token">, ids: readonly string[], threadID?: string) {
  const query = new URLSearchParams([
    ...ids.map((id) => ["ids", id]),
    ...(threadID === undefined ? [] : [["threadID", threadID]]),
  ]);
  return await call("GET", `/v1/users?${query.toString()}`, { token });
}

async function namesOf(viewer: Person, people: readonly Person[], threadId?: string) {
  const { people: found } = (
    await list(
      viewer,
      people.map(({ userId }) => userId),
      threadId,
    )
  ).body.data;
  return people.map(({ userId }) => found[userId]?.displayName.replace(/-.*/, "") ?? null);
}

test("a user sees the name and the picture of themselves and of people of a common collection, not of others", async () => {
  const [ada, bob, eve] = [await signUp(), await signUp("bob"), await signUp("eve")];
  await call("syncUser", {
    token: bob.token,
    body: syncBody(bob.email, { photoURL: "https://pictures.example.com/bob.png" }),
  });
  const home = await createCollection(ada, ada.rootId, "Home");
  const body = { actions: ["read"], collectionIds: [home], shareTo: [], shareToEmails: [bob.email] };
  await call("POST", "/v1/share-collections", { token: ada.token, body });
  const found = await list(ada, [ada.userId, bob.userId, eve.userId, newId("user")]);
  expect({ status: found.status, trips: found.trips, people: found.body.data.people }).toEqual({
    status: 200,
    trips: 1,
    people: {
      [ada.userId]: { displayName: ada.email.split("@")[0], pictureURL: "" },
      [bob.userId]: {
        displayName: bob.email.split("@")[0],
        pictureURL: "https://pictures.example.com/bob.png",
      },
    },
  });
  expect(await namesOf(eve, [ada, bob, eve])).toEqual([null, null, "eve"]);
});

test("a thread's reader sees its readers and authors, and an author who lost access stays visible", async () => {
  const [ada, bob, cy, eve] = [await signUp(), await signUp("bob"), await signUp("cy"), await signUp("eve")];
  const home = await createCollection(ada, ada.rootId, "Home");
  for (const person of [bob, cy]) await share(ada, home, person, ["chat"]);
  const threadId = await startThread(ada, home);
  expect(await namesOf(bob, [ada, cy, eve], threadId)).toEqual(["ada", "cy", null]);
  await sendMessage(cy, threadId, "Noted.", { messageKind: "textV1" });
  const nothing = { collectionId: home, userId: cy.userId, actions: [] };
  await call("POST", "/v1/modify-collection-permissions", { token: ada.token, body: nothing });
  expect(await namesOf(bob, [cy], threadId)).toEqual(["cy"]);
  expect(await namesOf(bob, [cy])).toEqual([null]);
  expect(await namesOf(eve, [ada, bob, cy], threadId)).toEqual([null, null, null]);
});

test("a deleted account has no name after its grace period", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const home = await createCollection(ada, ada.rootId, "Home");
  await share(ada, home, bob, ["chat"]);
  const threadId = await startThread(ada, home);
  await sendMessage(bob, threadId, "Noted.", { messageKind: "textV1" });
  await deleteAccount(bob);
  expect(await namesOf(ada, [bob], threadId)).toEqual(["bob"]);
  await endGracePeriod(bob);
  expect(await namesOf(ada, [bob], threadId)).toEqual([""]);
});

test("the service rejects a list without users and a list of 101", async () => {
  const ada = await signUp();
  const wrong = [[], Array.from({ length: 101 }, () => newId("user")), [newId("asset")], [""]];
  for (const ids of wrong) {
    const { status, body } = await list(ada, ids);
    expect({ status, code: body.code, path: body.data.issues[0].path.split(".")[0] }).toEqual({
      status: 400,
      code: "invalid_argument",
      path: "ids",
    });
  }
  const most = Array.from({ length: 100 }, () => newId("user"));
  expect((await list(ada, most)).body.data).toEqual({ people: {} });
});

test("the query finds users, rights and authors through indexes", async () => {
  const asked = { userIds: [newId("user")], threadId: newId("thread") };
  const query = selectKnownPeople(createDatabase(testEnv.DB), valueOf(newId("user")), asked);
  const scans = (await queryPlanOf(query)).filter((line) => line.startsWith("SCAN"));
  expect(scans.filter((line) => !/VIRTUAL TABLE|SCAN (given|anc)/.test(line))).toEqual([]);
});
