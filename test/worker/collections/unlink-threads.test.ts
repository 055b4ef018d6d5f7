import { afterEach, expect, test, vi } from "vitest";
import { type Id, idFromBytes, idToBytes } from "../../../src/domain/ids.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

type Kind = "asset" | "thread";

afterEach(() => {
  vi.restoreAllMocks();
});

async function link(
  person: Person,
  kind: Kind,
  collectionId: string,
  ids: readonly string[],
  changes: object = {},
) {
  const body = { collectionId, [`${kind}Ids`]: ids, ...changes };
  return await call("POST", `/v1/collections/${collectionId}/${kind}s`, { token: person.token, body });
}

async function unlink(person: Person, kind: Kind, collectionId: string, ids: readonly string[]) {
  return await call("DELETE", `/v1/collections/${collectionId}/${kind}s`, {
    token: person.token,
    body: { [`${kind}Ids`]: ids },
  });
}

async function createThread(person: Person, collectionId: string): Promise<string> {
  const organizationContext = { organizationId: person.organizationId, tenantId: person.tenantId };
  const body = { assetIds: [], collectionId, collectionIds: [], label: "Talk", organizationContext };
  const answer = await call("createThread", { token: person.token, body });
  return idFromBytes("thread", answer.body.data.threadId);
}

const asBytes = (id: string): number[] => idToBytes(id as Id);

test("readers of a linked collection can read the thread until it is unlinked, and its home stays", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const other = await createCollection(ada, ada.rootId, "Other");
  const threadId = await createThread(ada, ada.personalId);
  await share(ada, other, bob, ["read"]);
  const status = async () =>
    (await call("getThread", { token: bob.token, params: { threadID: threadId } })).status;
  expect(await status()).toBe(404);
  const linked = await link(ada, "thread", other, [threadId]);
  expect({ trips: linked.trips, threadId: linked.body.data[0].threadId, status: await status() }).toEqual({
    trips: 2,
    threadId: asBytes(threadId),
    status: 200,
  });
  expect((await unlink(bob, "thread", other, [threadId])).body.code).toBe("permission_denied");
  expect((await unlink(ada, "thread", ada.personalId, [threadId])).body.code).toBe("failed_precondition");
  expect((await unlink(ada, "thread", other, [threadId])).body.eventKey).toMatch(/^event_/);
  expect(await status()).toBe(404);
});
