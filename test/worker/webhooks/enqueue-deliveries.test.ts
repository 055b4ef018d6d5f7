import { afterEach, expect, test, vi } from "vitest";
import { WEBHOOK_EVENTS } from "../../../src/domain/webhook.ts";
import { idAt } from "../../../src/storage/d1/service/event-listing.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createReceivedWebhook, dispatchWebhooks } from "../../support/http/received-webhooks.ts";
import { endLink, makeLink, sendMessage, startThread } from "../../support/http/threads.ts";
import { askAgain, chooseAnswer, messagesShownIn } from "../../support/http/answer-versions.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

afterEach(() => {
  vi.useRealTimers();
});

const all = { events: WEBHOOK_EVENTS };

/** The messages that the webhook received, except the first `seen`: event, subject and thread. */
async function toldOf(
  { received }: Awaited<ReturnType<typeof createReceivedWebhook>>,
  seen = 0,
): Promise<(string | undefined)[][]> {
  await dispatchWebhooks();
  return (await received()).slice(seen).map(({ body }) => {
    const { type, data } = JSON.parse(body);
    return [type, data.subjectId, data.threadId];
  });
}

async function deleteCollection({ token }: Person, id: string): Promise<void> {
  expect((await call("deleteCollections", { token, body: { collectionIds: [id] } })).status).toBe(200);
}

test("a webhook receives a message and its answer with their thread, and no ratings", async () => {
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, "The brass lantern stood on the sill of the mill.\n");
  const threadId = await startThread(ada, ada.personalId);
  const webhook = await createReceivedWebhook(ada, "ok", { events: ["message.created", "answer.completed"] });
  const thread = await sendMessage(ada, threadId, "Where did the brass lantern stand?");
  const told = await toldOf(webhook);
  expect(told.map(([type, , thread]) => [type, thread])).toEqual([
    ["message.created", threadId],
    ["answer.completed", threadId],
  ]);
  expect(new Set(told.map(([, subject]) => subject)).size).toBe(2);
  expect(thread).toBeDefined();
  await sendMessage(ada, threadId, "Only words.", { messageKind: "textV1" });
  expect((await toldOf(webhook, 2)).map(([type]) => type)).toEqual(["message.created"]);
  const [{ body }] = (await webhook.received()) as unknown as [{ body: string }];
  expect(body).not.toContain("lantern");
});

test("a webhook receives a retried answer as a further answer, and no selection of a version", async () => {
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, "The brass lantern stood on the sill of the mill.\n");
  const threadId = await startThread(ada, ada.personalId);
  const [question, first] = messagesShownIn(
    await sendMessage(ada, threadId, "Where did the brass lantern stand?"),
  );
  const webhook = await createReceivedWebhook(ada, "ok", { events: ["message.created", "answer.completed"] });
  const again = messagesShownIn((await askAgain(ada, threadId, question.id)).body.data).at(-1);
  expect(await toldOf(webhook)).toEqual([["answer.completed", again.id, threadId]]);
  expect((await chooseAnswer(ada, threadId, question.id, first.id)).status).toBe(200);
  expect(await toldOf(webhook, 1)).toEqual([]);
});

test("a webhook receives no events from before its creation, even after the clock was set back", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const folder = await createCollection(ada, ada.personalId, "Folder");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4_000 });
  await share(ada, folder, bob, ["read"]);
  vi.useRealTimers();
  const webhook = await createReceivedWebhook(ada, "ok", all);
  expect(await toldOf(webhook)).toEqual([]);
  await modifyPermissions(ada, folder, bob.userId, []);
  expect(await toldOf(webhook)).toEqual([["share.changed", folder, undefined]]);
});

test("a webhook receives new events even if ids from another machine sort before local ids", async () => {
  // The start lies in the future, so that other tests' clock changes have no effect.
  const start = Date.now() + 60_000;
  const at = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: start + ms });
  at(0);
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const folder = await createCollection(ada, ada.personalId, "Folder");
  at(4_000);
  await createCollection(bob, bob.personalId, "Elsewhere");
  at(1_000);
  const webhook = await createReceivedWebhook(ada, "ok", all);
  await share(ada, folder, bob, ["read"]);
  // The id that a Worker with a correct clock would have used for the rename.
  const rename = testEnv.DB.prepare(
    "UPDATE audit_events SET id = ? WHERE target_id = ? AND operation = 'shareCollections'",
  );
  expect((await rename.bind(idAt("event", start + 1_500), folder).run()).meta.changes).toBe(1);
  expect(await toldOf(webhook)).toEqual([["share.changed", folder, undefined]]);
});

test("a webhook receives shares and revocations for the collection or the thread", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const folder = await createCollection(ada, ada.personalId, "Folder");
  const threadId = await startThread(ada, folder);
  const webhook = await createReceivedWebhook(ada, "ok", all);
  await share(ada, folder, bob, ["read"]);
  await modifyPermissions(ada, folder, bob.userId, []);
  const { tokenId } = await makeLink(ada, threadId);
  await endLink(ada, threadId, tokenId);
  expect(await toldOf(webhook)).toEqual([
    ["share.changed", folder, undefined],
    ["share.changed", folder, undefined],
    ["share.changed", threadId, undefined],
    ["share.changed", threadId, undefined],
  ]);
});

test("a webhook receives deletions for the organization's owners, even if it names the collection", async () => {
  const ada = await signUp();
  const folder = await createCollection(ada, ada.personalId, "Folder");
  const inner = await createCollection(ada, folder, "Inner");
  const assetIds = [await addReadyAsset(ada, folder, "One.\n"), await addReadyAsset(ada, folder, "Two.\n")];
  const threadId = await startThread(ada, folder);
  const [everywhere, named] = [
    await createReceivedWebhook(ada, "ok", all),
    await createReceivedWebhook(ada, "ok", { ...all, collectionIds: [folder] }),
  ];
  await tombstone(ada, "asset", assetIds);
  await tombstone(ada, "thread", [threadId]);
  for (const webhook of [everywhere, named]) {
    expect((await toldOf(webhook)).toSorted((a, b) => a.join(" ").localeCompare(b.join(" ")))).toEqual([
      ["asset.deleted", assetIds[0], undefined],
      ["asset.deleted", assetIds[1], undefined],
      ["thread.deleted", threadId, undefined],
    ]);
  }
  await deleteCollection(ada, inner);
  await deleteCollection(ada, folder);
  expect((await toldOf(everywhere, 3)).map(([type]) => type)).toEqual([
    "collection.deleted",
    "collection.deleted",
  ]);
  const last = (await toldOf(named, 3)).map(([type]) => type);
  expect(last).toContain("collection.deleted");
});

test("a webhook receives only its subscribed events of its own organization", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const webhook = await createReceivedWebhook(ada, "ok", { events: ["share.changed"] });
  await addReadyAsset(ada, ada.personalId, "One.\n");
  await addReadyAsset(bob, bob.personalId, "Two.\n");
  expect(await toldOf(webhook)).toEqual([]);
});
