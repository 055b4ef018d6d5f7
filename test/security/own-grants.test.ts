/**
 * Promise: Every user can give up their own grants without another right, and a root collection always keeps
 * an owner. Attack: A stranger shared collections with a user. The user could not leave, because giving up
 * rights required `share`.
 */
import { afterEach, expect, test, vi } from "vitest";
import type { Action } from "../../src/domain/access.ts";
import { newId } from "../../src/domain/ids.ts";
import { interceptBatches } from "../support/faults/intercept-batches.ts";
import { testEnv } from "../support/setup/env.ts";
import { call } from "../support/http/call.ts";
import { grantsOf, mayRead, modifyPermissions } from "../support/http/invite.ts";
import { openEvents, startThread } from "../support/http/threads.ts";
import { type Person, signUp } from "../support/http/person.ts";
import { createCollection, share } from "../support/http/create-collection.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

async function createScene(...actions: Action[]) {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const shared = await createCollection(ada, ada.personalId, "Shared");
  await share(ada, shared, bob, actions);
  return { ada, bob, shared };
}

const codeOf = async (
  by: Person,
  collectionId: string,
  of: Person,
  actions: readonly Action[],
): Promise<string> => (await modifyPermissions(by, collectionId, of.userId, actions)).body.code;

test.each<[Action[], Action[]]>([
  [["read"], []],
  [["write"], ["chat"]],
  [["write"], ["read", "chat"]],
  [["share"], ["read"]],
  [["own"], ["write", "share"]],
])("a user with %j may reduce their own grant to %j", async (given, kept) => {
  const { bob, shared } = await createScene(...given);
  const answer = await modifyPermissions(bob, shared, bob.userId, kept);
  expect({ status: answer.status, trips: answer.trips }).toEqual({ status: 200, trips: 2 });
  expect(answer.body.eventKey).toMatch(/^event_/);
  expect(await grantsOf(bob.userId, shared)).toEqual([...kept].sort());
  expect(await mayRead(bob.token, shared)).toBe(kept.length > 0);
});

test.each<[Action[], Action[]]>([
  [["read"], ["chat"]],
  [["write"], ["share"]],
  [["write"], ["read", "own"]],
  [["chat"], ["chat", "share"]],
])("a user with %j may not change their own grant to %j", async (given, wanted) => {
  const { bob, shared } = await createScene(...given);
  expect(await codeOf(bob, shared, bob, wanted)).toBe("permission_denied");
  expect(await grantsOf(bob.userId, shared)).toEqual([...given].sort());
});

test("changing other users' rights requires `share`, and unreadable collections return not found", async () => {
  const { ada, bob, shared } = await createScene("write");
  const eve = await signUp("eve");
  await share(ada, shared, eve, ["read"]);
  expect(await codeOf(bob, shared, eve, [])).toBe("permission_denied");
  expect(await codeOf(bob, shared, ada, [])).toBe("permission_denied");
  expect((await modifyPermissions(bob, shared, newId("user"), [])).body.code).toBe("permission_denied");
  expect(await codeOf(await signUp("mallory"), shared, eve, [])).toBe("not_found");
  const mallory = await signUp("mallory");
  expect(await codeOf(mallory, shared, mallory, [])).toBe("not_found");
});

test("a user gives up inherited rights at the parent, and those rights do not become an own grant", async () => {
  const { ada, bob, shared } = await createScene("read");
  await share(ada, ada.personalId, bob, ["write"]);
  expect(await codeOf(bob, shared, bob, [])).toBe("failed_precondition");
  expect(await codeOf(bob, shared, bob, ["write"])).toBe("permission_denied");
  expect(await codeOf(bob, ada.personalId, bob, [])).toBe("ok");
  expect(await codeOf(bob, shared, bob, [])).toBe("ok");
  expect(await mayRead(bob.token, shared)).toBe(false);
});

test("if two owners of a root leave concurrently, one stays", async () => {
  const { ada, bob } = await createScene("read");
  await share(ada, ada.rootId, bob, ["own"]);
  const codes = await Promise.all([codeOf(ada, ada.rootId, ada, []), codeOf(bob, ada.rootId, bob, [])]);
  expect(codes.sort()).toEqual(["failed_precondition", "ok"]);
});

test("a grant revoked between read and write does not come back when its user reduces it", async () => {
  const { bob, shared } = await createScene("write");
  interceptBatches(async (nth, send, db) => {
    const results = await send();
    if (nth === 1)
      await db
        .prepare("DELETE FROM grants WHERE user_id = ?1 AND collection_id = ?2")
        .bind(bob.userId, shared)
        .run();
    return results;
  });
  expect(await codeOf(bob, shared, bob, ["chat"])).toBe("not_found");
  expect(await grantsOf(bob.userId, shared)).toEqual([]);
});

test("the repeated request gets the same response, although the caller lost access", async () => {
  const { ada, bob, shared } = await createScene("read");
  const request = {
    token: bob.token,
    body: { collectionId: shared, userId: bob.userId, actions: [] },
    headers: { "idempotency-key": "leaving" },
  };
  const first = await call("POST", "/v1/modify-collection-permissions", request);
  const again = await call("POST", "/v1/modify-collection-permissions", request);
  expect({ status: again.status, eventKey: again.body.eventKey, data: again.body.data }).toEqual({
    status: 200,
    eventKey: first.body.eventKey,
    data: first.body.data,
  });
  await share(ada, shared, bob, ["read"]);
  expect((await call("POST", "/v1/modify-collection-permissions", request)).status).toBe(200);
  expect(await mayRead(bob.token, shared)).toBe(true);
});

test("a user who leaves loses their sockets", async () => {
  const { ada, bob, shared } = await createScene("read");
  const listener = await openEvents(
    await startThread(ada, shared),
    {},
    { authorization: `Bearer ${bob.token}` },
  );
  expect(await codeOf(bob, shared, bob, [])).toBe("ok");
  expect(await listener.closed).toBe(4403);
  expect(
    await testEnv.DB.prepare("SELECT count(*) AS n FROM grants WHERE user_id = ? AND collection_id = ?")
      .bind(bob.userId, shared)
      .first("n"),
  ).toBe(0);
});
