import type { Action } from "../../../src/domain/access.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { call } from "./call.ts";
import type { Person } from "./person.ts";

/** Creates a collection and returns its id as a string. */
export async function createCollection(person: Person, parentId: string, label: string): Promise<string> {
  const { body } = await call("createCollection", {
    token: person.token,
    params: { parentCollectionID: parentId },
    body: { label },
  });
  return idFromBytes("col", body.data.id);
}

export async function share(
  owner: Person,
  collectionId: string,
  other: Person,
  actions: readonly Action[],
): Promise<void> {
  const body = { actions, collectionIds: [collectionId], shareTo: [other.userId], shareToEmails: [] };
  const answer = await call("shareCollections", { token: owner.token, body });
  if (answer.status !== 200) throw new Error(answer.body.message);
}
