import { idFromBytes, idToBytes, type Id } from "../../../src/domain/ids.ts";
import { addReadyAsset } from "../http/assets.ts";
import { call } from "../http/call.ts";
import { newAddress, signIn } from "../http/invite.ts";
import { type Person, signUp, tokenFor } from "../http/person.ts";
import { createCollection, share } from "../http/create-collection.ts";

export type Caller = Pick<Person, "email" | "token">;

/** An owner's folder with a document and a thread, a reader of the folder, and a stranger. */
export interface World {
  readonly owner: Person;
  readonly reader: Person;
  readonly stranger: Person;
  /** User without any relation to the owner, as the target of shares. */
  readonly newcomer: Person;
  /** User whose token has just verified their address, so that invitations wait for them. */
  readonly invited: Caller;
  readonly folderId: string;
  readonly assetId: string;
  readonly threadId: string;
  /** Texts and ids, in both spellings, that a stranger's responses must never contain. */
  readonly planted: readonly string[];
}

const CONTENT =
  "The zephyr ledger names the brass lantern as its first entry. It was written in 1871 by a clerk called Marrow.\n";
const NAMES = { folder: "Zephyr folder", file: "zephyr-ledger.txt", thread: "Zephyr thread" };

export async function createWorld(): Promise<World> {
  const owner = await signUp("owner");
  const [reader, stranger, newcomer] = [
    await signUp("reader"),
    await signUp("stranger"),
    await signUp("newcomer"),
  ];
  const email = newAddress("invited");
  await signIn({ email, verified: false });
  const invited = { email, token: await tokenFor(email) };
  const folderId = await createCollection(owner, owner.personalId, NAMES.folder);
  await share(owner, folderId, reader, ["read"]);
  const assetId = await addReadyAsset(owner, folderId, CONTENT, { name: NAMES.file });
  const body = {
    assetIds: [],
    collectionId: folderId,
    collectionIds: [],
    label: NAMES.thread,
    organizationContext: contextOf(owner),
  };
  const created = await call("createThread", { token: owner.token, body });
  const threadId = idFromBytes("thread", created.body.data.threadId);
  const ids = [folderId, assetId, threadId, owner.userId, owner.organizationId, owner.tenantId, owner.rootId];
  const bytes = ids.map((id) => JSON.stringify(idToBytes(id as Id)));
  const planted = [...Object.values(NAMES), "lantern", "Marrow", owner.email, ...ids, ...bytes];
  return { owner, reader, stranger, newcomer, invited, folderId, assetId, threadId, planted };
}

export function contextOf({ organizationId, tenantId }: Person): {
  organizationId: string;
  tenantId: string;
} {
  return { organizationId, tenantId };
}
