import { beforeAll, expect, test, vi } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { WEBHOOK_EVENTS } from "../../../src/domain/webhook.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { createWorld, type World } from "../../support/contract/world.ts";
import { tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { deleteAccount } from "../../support/http/delete-account.ts";
import { merge } from "../../support/http/merge.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { makeLink, sendMessage, startThread } from "../../support/http/threads.ts";
import {
  createReceivedWebhook,
  deliveriesOf,
  dispatchWebhooks,
} from "../../support/http/received-webhooks.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

type Received = Awaited<ReturnType<typeof createReceivedWebhook>>;

/**
 * Changes that happen to a webhook's creator, an owner of the organization, between an event and its
 * dispatch.
 */
const BECOMES: Readonly<Record<string, (owner: Person, maker: Person) => Promise<unknown>>> = {
  "a reader": async (owner, maker) => await modifyPermissions(owner, owner.rootId, maker.userId, ["read"]),
  "somebody who may share": async (owner, maker) =>
    await modifyPermissions(owner, owner.rootId, maker.userId, ["write", "share"]),
  "a stranger": async (owner, maker) => await modifyPermissions(owner, owner.rootId, maker.userId, []),
  "an owner of a folder alone": async (owner, maker) => {
    await share(owner, owner.personalId, maker, ["own"]);
    await modifyPermissions(owner, owner.rootId, maker.userId, []);
  },
  suspended: async (_, { userId }) =>
    await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
      .bind(userId)
      .run(),
  "somebody who has left": async (_, maker) => await deleteAccount(maker),
  "merged into a reader": async (owner, maker) => {
    const reader = await signUp("reader");
    await modifyPermissions(owner, owner.rootId, maker.userId, []);
    await share(owner, owner.rootId, reader, ["read"]);
    await merge(reader, maker);
  },
};

interface Maker {
  readonly what: string;
  readonly person: Person;
  readonly webhook: Received;
  /** The received events whose subject is in the folder. */
  readonly ofFolder: Received;
}

let world: World;
let makers: readonly Maker[];
let ofOwner: Received;
beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  world = await createWorld();
  const { owner, folderId } = world;
  ofOwner = await createReceivedWebhook(owner, "ok", { events: WEBHOOK_EVENTS });
  makers = await Promise.all(
    Object.keys(BECOMES).map(async (what) => {
      const person = await signUp("maker");
      await share(owner, owner.rootId, person, ["own"]);
      const theirs = { ...person, organizationId: owner.organizationId };
      const wanted = { events: WEBHOOK_EVENTS };
      return {
        what,
        person,
        webhook: await createReceivedWebhook(theirs, "ok", wanted),
        ofFolder: await createReceivedWebhook(theirs, "ok", { ...wanted, collectionIds: [folderId] }),
      };
    }),
  );
}, 60_000);

const bodies = async ({ received }: Received): Promise<string[]> =>
  (await received()).map(({ body }) => body);

/**
 * Creates one event of each kind.
 * @returns the expected subjects
 */
async function happen(): Promise<void> {
  const { owner, folderId, reader, threadId } = world;
  await addReadyAsset(owner, folderId, "Obsidian figures.", { name: "obsidian.txt" });
  await addReadyAsset(owner, folderId, "%PDF-1.7 no document at all", {
    name: "obsidian.pdf",
    contentType: "application/pdf",
  });
  await sendMessage(owner, threadId, "Who keeps the brass lantern?");
  await makeLink(owner, threadId);
  await share(owner, folderId, reader, ["chat"]);
  const gone = await createCollection(owner, folderId, "Obsidian drawer");
  await tombstone(owner, "asset", [await addReadyAsset(owner, folderId, "Obsidian again.")]);
  await tombstone(owner, "thread", [await startThread(owner, folderId, { label: "Obsidian thread" })]);
  await call("deleteCollections", { token: owner.token, body: { collectionIds: [gone] } });
}

/** Whether the user can read the subject of a message to the webhook. */
async function isReadable(
  { token }: Person,
  { subjectId, threadId }: { subjectId: string; threadId?: string },
): Promise<boolean> {
  const thread = threadId ?? (subjectId.startsWith("thread_") ? subjectId : null);
  if (thread !== null)
    return (await call("getThread", { token, params: { threadID: thread } })).status === 200;
  const path = subjectId.startsWith("asset_") ? `/v1/assets/${subjectId}` : `/v1/collections/${subjectId}`;
  return (await call("GET", path, { token })).status === 200;
}

test("an owner receives every event, with ids of readable records and without content", async () => {
  await happen();
  for (const { what, person } of makers) await BECOMES[what]!(world.owner, person);
  for (let run = 0; run < 3; run += 1) await dispatchWebhooks();
  const messages = (await bodies(ofOwner)).map((body) => JSON.parse(body));
  expect(new Set(messages.map(({ type }) => type))).toEqual(new Set(WEBHOOK_EVENTS));
  const told = messages.filter(({ type }) => !type.endsWith(".deleted"));
  for (const { type, data } of told)
    expect({ type, isReadable: await isReadable(world.owner, data) }).toEqual({ type, isReadable: true });
  const words = ["Zephyr", "zephyr", "bsidian", "lantern", "Marrow", "@"];
  const all = (
    await Promise.all([ofOwner, ...makers.flatMap((each) => [each.webhook, each.ofFolder])].map(bodies))
  ).flat();
  expect(words.filter((word) => all.some((body) => body.includes(word)))).toEqual([]);
});

test("webhooks of former owners receive nothing, whatever they may still read", async () => {
  const told = await Promise.all(
    makers.map(async ({ what, webhook, ofFolder }) => [
      what,
      (await bodies(webhook)).length,
      (await bodies(ofFolder)).length,
    ]),
  );
  expect(told).toEqual(Object.keys(BECOMES).map((what) => [what, 0, 0]));
});

test("a former owner's webhook sends nothing even after another owner enables it again", async () => {
  const { owner } = world;
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const replayed = await Promise.all(
    makers.map(async ({ what, webhook }) => {
      const { status } = await call("replayWebhook", {
        token: owner.token,
        params: { webhookId: webhook.webhookId },
        body: { since },
      });
      return [what, status];
    }),
  );
  for (let run = 0; run < 3; run += 1) await dispatchWebhooks();
  for (const { what, webhook } of makers) {
    expect({ what, bodies: await bodies(webhook) }).toEqual({ what, bodies: [] });
    const states = (await deliveriesOf(owner, webhook.webhookId)).map(
      ({ state }: { state: string }) => state,
    );
    expect([what, [...new Set(states)]]).toEqual([what, ["withheld"]]);
  }
  expect(replayed).toEqual(Object.keys(BECOMES).map((what) => [what, 200]));
});

test("a webhook does not receive a record that is unreadable at dispatch, except for its deletion", async () => {
  const owner = await signUp("owner");
  const folderId = await createCollection(owner, owner.personalId, "Folder");
  const other = await signUp("other");
  const webhook = await createReceivedWebhook(owner, "ok", { events: WEBHOOK_EVENTS });
  const assetId = await addReadyAsset(owner, folderId, "The brass lantern stood on the sill.");
  const threadId = await startThread(owner, folderId);
  const { messages } = await sendMessage(owner, threadId, "Where did the brass lantern stand?");
  await makeLink(owner, threadId);
  await share(owner, folderId, other, ["read"]);
  await tombstone(owner, "asset", [assetId]);
  await tombstone(owner, "thread", [threadId]);
  await call("deleteCollections", { token: owner.token, body: { collectionIds: [folderId] } });
  await dispatchWebhooks();
  const told = (await bodies(webhook)).map((body): string => JSON.parse(body).type);
  expect(told.toSorted()).toEqual(["asset.deleted", "collection.deleted", "thread.deleted"]);
  const text = (await bodies(webhook)).join();
  expect(messages.map(({ id }: { id: number[] }) => text.includes(idFromBytes("msg", id)))).toEqual([
    false,
    false,
  ]);
});
