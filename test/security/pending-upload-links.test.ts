/**
 * Promise: Only the creator of an asset gets its upload URL, and nobody can link or attach the asset before
 * its bytes arrive. Attack: A user with `share` on a pending upload linked the asset into a collection of
 * their own. They had `write` there and received an upload URL for it.
 */
import { expect, test } from "vitest";
import { signUrlToken } from "../../src/auth/url-token.ts";
import { configOf } from "../../src/config.ts";
import { type Id, idFromBytes, newId } from "../../src/domain/ids.ts";
import { notify, put } from "../support/http/assets.ts";
import { testEnv } from "../support/setup/env.ts";
import { call } from "../support/http/call.ts";
import { changesOf, knowledgeOf } from "../support/rows/knowledge-change.ts";
import { type Person, signUp } from "../support/http/person.ts";
import { openEvents, startThread, type ThreadListener } from "../support/http/threads.ts";
import { createCollection, share } from "../support/http/create-collection.ts";

async function register({ token, organizationId, tenantId }: Person, collectionID: string) {
  const organizationContext = { organizationId, tenantId };
  const body = {
    collectionID,
    contentType: "text/plain",
    creationMethod: "upload",
    organizationContext,
    originalFileName: "will.txt",
  };
  const { data } = (await call("POST", "/v1/assets", { token, body })).body;
  return { assetId: idFromBytes("asset", data.id), url: data.signedURL as string };
}

const urlFor = async ({ token }: Person, assetId: string): Promise<string> =>
  (await call("GET", `/v1/assets/${assetId}`, { token })).body.data.signedURL;

const link = async ({ token }: Person, collectionId: string, assetIds: string[]) =>
  await call("POST", `/v1/collections/${collectionId}/assets`, { token, body: { collectionId, assetIds } });

/** Ada registers an asset that Eve may share, and Eve has her own folder in the organization. */
async function createScene() {
  const [ada, eve] = [await signUp(), await signUp("eve")];
  const inbox = await createCollection(ada, ada.rootId, "Inbox");
  const lair = await createCollection(ada, ada.rootId, "Lair");
  await share(ada, inbox, eve, ["share"]);
  await share(ada, lair, eve, ["own"]);
  return { ada, eve, inbox, lair, ...(await register(ada, inbox)) };
}

test("nobody, including its creator, can link an asset before its bytes arrive, and afterwards they can", async () => {
  const { ada, eve, lair, assetId, url } = await createScene();
  for (const by of [eve, ada]) {
    const { status, body } = await link(by, lair, [assetId]);
    expect({ status, code: body.code }).toEqual({ status: 409, code: "failed_precondition" });
  }
  expect((await link(await signUp("mallory"), lair, [assetId])).body.code).toBe("not_found");
  expect((await put(url, "The true will.", "text/plain")).status).toBe(200);
  expect((await link(eve, lair, [assetId])).body.code).toBe("failed_precondition");
  await notify(ada, assetId, false);
  expect((await link(eve, lair, [assetId])).status).toBe(200);
});

test("a writer who did not register the asset gets no upload URL", async () => {
  const { ada, inbox, assetId } = await createScene();
  const bob = await signUp("bob");
  await share(ada, inbox, bob, ["write"]);
  expect(await urlFor(bob, assetId)).toBe("");
  expect(await urlFor(ada, assetId)).toContain("/content?token=");
  const announced = await notify(bob, assetId);
  expect({ code: announced.body.code, text: JSON.stringify(announced.body) }).toEqual({
    code: "failed_precondition",
    text: expect.not.stringContaining("token="),
  });
  const own = await register({ ...bob, organizationId: ada.organizationId, tenantId: ada.tenantId }, inbox);
  expect({
    urlForBobAssetId: await urlFor(bob, own.assetId),
    urlForAdaAssetId: await urlFor(ada, own.assetId),
  }).toEqual({
    urlForBobAssetId: expect.stringContaining("/content?token="),
    urlForAdaAssetId: "",
  });
});

test("an upload URL that names another user stores no bytes, even with a valid signature", async () => {
  const { ada, inbox, assetId } = await createScene();
  const bob = await signUp("bob");
  await share(ada, inbox, bob, ["own"]);
  const signed = async (userId: string): Promise<string> =>
    await signUrlToken(configOf(testEnv).urlSigningKeys, {
      method: "PUT",
      assetId: assetId as Id<"asset">,
      objectKey: `o/${assetId}`,
      contentType: "text/plain",
      sizeLimit: 100,
      purpose: "upload",
      userId: userId as Id<"user">,
      expiresAt: new Date(Date.now() + 60_000),
    });
  const send = async (userId: string) =>
    await put(`/v1/assets/${assetId}/content?token=${await signed(userId)}`, "Forged.", "text/plain");
  expect((await send(bob.userId)).status).toBe(403);
  expect((await send(ada.userId)).status).toBe(200);
});

test("neither thread creation nor a scope change accepts an asset whose bytes are pending", async () => {
  const { ada, lair, inbox, assetId, url } = await createScene();
  const organizationContext = { organizationId: ada.organizationId, tenantId: ada.tenantId };
  const create = async () => {
    const body = {
      assetIds: [assetId],
      collectionId: lair,
      collectionIds: [],
      label: "",
      organizationContext,
    };
    return (await call("POST", "/v1/threads", { token: ada.token, body })).body.code;
  };
  expect(await create()).toBe("failed_precondition");
  const threadId = await startThread(ada, inbox);
  const listener = await openEvents(threadId, {}, { authorization: `Bearer ${ada.token}` });
  const bring = {
    knowledgeChangeV1: { knowledge: { assetContext: { added: [assetId], removed: [] } }, messageId: null },
  };
  expect(await refusalOf(listener, bring)).toBe("failed_precondition");
  expect((await knowledgeOf(threadId)).scope).toEqual([]);
  await put(url, "Here.", "text/plain");
  await notify(ada, assetId, false);
  expect(await create()).toBe("ok");
  listener.socket.send(JSON.stringify(bring));
  await listener.until((frames) => changesOf(frames).length > 0);
  expect((await knowledgeOf(threadId)).scope).toEqual([assetId]);
});

test("a prompt cannot mention or use a pending asset, and may leave it out", async () => {
  const { ada, inbox, assetId } = await createScene();
  const listener = await openEvents(
    await startThread(ada, inbox),
    {},
    { authorization: `Bearer ${ada.token}` },
  );
  const prompt = { prompt: "What does the will say?" };
  const named = [
    { promptV2: { ...prompt, scope: { mentions: { assets: [[assetId]] } } } },
    { promptV2: { ...prompt, scope: { assetIDs: [assetId] } } },
    { promptV1: { ...prompt, knowledge: { assetContext: { added: [assetId], removed: [] } } } },
  ];
  for (const frame of named) expect(await refusalOf(listener, frame)).toBe("failed_precondition");
  listener.socket.send(
    JSON.stringify({
      promptV1: {
        ...prompt,
        messageId: newId("msg"),
        knowledge: { assetContext: { added: [], removed: [assetId] } },
      },
    }),
  );
  await listener.until((frames) => frames.some((frame) => frame.textV1?.isDone === true));
});

async function refusalOf(listener: ThreadListener, frame: object): Promise<string | undefined> {
  const known = listener.frames.length;
  listener.socket.send(JSON.stringify(frame));
  await listener.until((frames) => frames.length > known);
  return (listener.frames[known] as { readonly error?: { readonly code: string } }).error?.code;
}
