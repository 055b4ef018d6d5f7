import { expect, test } from "vitest";
import { addReadyAsset, finishProcessing, notify, upload } from "../../support/http/assets.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { modifyPermissions } from "../../support/http/invite.ts";

const TEXT = "The Analytical Engine weaves algebraic patterns.";

async function tagOf(path: string, person: Person): Promise<string> {
  const response = await rawCall("GET", path, { token: person.token });
  expect(response.status).toBe(200);
  return response.headers.get("etag") ?? "";
}

async function again(path: string, person: Person, tag: string): Promise<number> {
  return (await rawCall("GET", path, { token: person.token, headers: { "if-none-match": tag } })).status;
}

test("the service does not send an unchanged response again, even with its signed URL", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  const path = `/v1/assets/${assetId}`;
  expect(await again(path, ada, await tagOf(path, ada))).toBe(304);
});

test("the service sends a thread again after one of its assets becomes ready", async () => {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const assetId = await upload(ada, home, TEXT);
  await notify(ada, assetId, false);
  const path = `/v1/threads/${await startThread(ada, home, { assetIds: [assetId] })}`;
  const before = await tagOf(path, ada);
  await finishProcessing(assetId);
  expect(await again(path, ada, before)).toBe(200);
});

test("the service sends a thread again to a user who lost an asset in it, and a collection to a user who sees more of its path", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const home = await createCollection(ada, ada.rootId, "Home");
  const other = await createCollection(ada, ada.rootId, "Other");
  const assetId = await addReadyAsset(ada, other, TEXT);
  await share(ada, home, bob, ["read"]);
  await share(ada, other, bob, ["read"]);
  const thread = `/v1/threads/${await startThread(ada, home, { assetIds: [assetId] })}`;
  const seen = await tagOf(thread, bob);
  await modifyPermissions(ada, other, bob.userId, []);
  expect(await again(thread, bob, seen)).toBe(200);
  const collection = `/v1/collections/${home}`;
  const short = await tagOf(collection, bob);
  await share(ada, ada.rootId, bob, ["read"]);
  expect(await again(collection, bob, short)).toBe(200);
});

test("two users with different views get different ETags, and either is valid for a change", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const home = await createCollection(ada, ada.rootId, "Home");
  await share(ada, home, bob, ["write"]);
  const path = `/v1/collections/${home}`;
  const [hers, theirs] = [await tagOf(path, ada), await tagOf(path, bob)];
  expect(hers).not.toBe(theirs);
  const rename = async (label: string, tag: string) => {
    const body = { collectionId: home, label };
    return (
      await call("updateCollection", {
        token: bob.token,
        params: { collectionID: home },
        body,
        headers: { "if-match": tag },
      })
    ).status;
  };
  expect(await rename("One", theirs)).toBe(200);
  expect(await rename("Two", hers)).toBe(412);
  const { body } = await call("GET", path, { token: bob.token });
  expect(await rename("Three", `"${body.data.etag}"`)).toBe(200);
});

test("the service does not send text and bytes again to a client that has them", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  const { body } = await call("getAsset", { token: ada.token, params: { assetID: assetId } });
  for (const path of [`/v1/assets/${assetId}/text`, body.data.signedURL]) {
    const first = await rawCall("GET", path, { token: ada.token });
    expect(await first.text()).toBe(TEXT);
    const tag = first.headers.get("etag") ?? "";
    const known = await rawCall("GET", path, {
      token: ada.token,
      headers: { "if-none-match": `W/"x", ${tag}` },
    });
    expect({ status: known.status, known: await known.text(), etag: known.headers.get("etag") }).toEqual({
      status: 304,
      known: "",
      etag: tag,
    });
    expect(
      await (await rawCall("GET", path, { token: ada.token, headers: { "if-none-match": '"x"' } })).text(),
    ).toBe(TEXT);
  }
});
