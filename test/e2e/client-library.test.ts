import { expect, test } from "vitest";
import { createClient, idFromBytes, Library } from "../../client/src/index.ts";
import { emailOf } from "../support/http/remote-user.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const service = sharedService();

async function signedIn(name: string) {
  const email = emailOf(name);
  const client = createClient({ origin: service.url, token: await service.token(email) });
  const workspace = await client.signIn({ email, displayName: name });
  const folder = async (label: string): Promise<string> => {
    const params = { parentCollectionID: workspace.rootId };
    const { data } = await client.request("POST", "/v1/collection/{parentCollectionID}", {
      params,
      body: { label },
    });
    return idFromBytes("col", data.id);
  };
  return { email, client, workspace, folder, library: new Library(client) };
}

const fileOf = (name: string, content: string) => ({
  name,
  blob: new Blob([content], { type: "text/plain" }),
});

test("the client previews who gains and loses access, and moves documents and threads", async () => {
  const [ada, bob] = [await signedIn("library-ada"), await signedIn("library-bob")];
  const [from, to] = [await ada.folder("From"), await ada.folder("To")];
  await ada.client.share(to, { emails: [bob.email], actions: ["read"] });
  const [file] = await ada.client.uploadFiles(from, [
    fileOf("tide.txt", "The tidewheel turns twice a day.\n"),
  ]);
  const threadId = await ada.client.startThread(from, { label: "Tides" });
  const move = { from, to, ids: [file?.assetId ?? ""] };
  const effects = await ada.library.previewAssetMove(move);
  expect(effects.effects.map(({ who, on, gained }) => [who.id, on.id, gained])).toEqual([
    [bob.workspace.userId, file?.assetId, ["read"]],
  ]);
  expect(await ada.library.findContacts("library-b")).toEqual([
    { id: bob.workspace.userId, displayName: "library-bob", pictureURL: "", email: bob.email },
  ]);
  expect(await bob.library.findContacts("library-a")).toEqual([]);
  expect(await bob.client.search("tidewheel")).toEqual([]);
  await ada.library.moveAssets(move);
  expect(await bob.client.search("tidewheel")).toHaveLength(1);
  const page = await bob.library.searchPassages("tidewheel", {
    contentTypes: ["text/plain"],
    modifiedFrom: new Date(0),
    modifiedTo: new Date(Date.now() + 60_000),
  });
  expect({ ids: page.passages.map(({ assetId }) => assetId), hasMore: page.hasMore }).toEqual({
    ids: move.ids,
    hasMore: false,
  });
  const threads = { from, to, ids: [threadId] };
  expect((await ada.library.previewThreadMove(threads)).count).toBe(1);
  await ada.library.moveThreads(threads);
  const params = { threadID: threadId };
  const query = { publicAccessToken: "" };
  const { data } = await bob.client.request("GET", "/v1/threads/{threadID}", { params, query });
  expect(idFromBytes("col", data.collectionIDs[0] ?? [])).toBe(to);
});
