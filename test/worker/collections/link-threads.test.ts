import { afterEach, expect, test, vi } from "vitest";
import { type Id, idFromBytes, idToBytes } from "../../../src/domain/ids.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";

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

async function createThread(person: Person, collectionId: string): Promise<string> {
  const organizationContext = { organizationId: person.organizationId, tenantId: person.tenantId };
  const body = { assetIds: [], collectionId, collectionIds: [], label: "Talk", organizationContext };
  const answer = await call("createThread", { token: person.token, body });
  return idFromBytes("thread", answer.body.data.threadId);
}

const asBytes = (id: string): number[] => idToBytes(id as Id);

test("linking a thread to its home collection changes nothing", async () => {
  const ada = await signUp();
  const threadId = await createThread(ada, ada.personalId);
  const answer = await link(ada, "thread", ada.personalId, [threadId]);
  expect({ status: answer.status, eventKey: answer.body.eventKey, data: answer.body.data }).toEqual({
    status: 200,
    eventKey: "",
    data: [{ joinId: asBytes(threadId), collectionId: asBytes(ada.personalId), threadId: asBytes(threadId) }],
  });
});
