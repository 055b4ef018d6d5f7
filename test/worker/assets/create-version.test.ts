import { runDurableObjectAlarm } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { objectKeys } from "../../../src/domain/asset.ts";
import { addReadyAsset, put, upload } from "../../support/http/assets.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { share } from "../../support/http/create-collection.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { setFields } from "../../support/rows/pages.ts";
import { setPendingVersion } from "../../support/rows/pending-version.ts";
import { newId } from "../../../src/domain/ids.ts";
import { platformOf } from "../../../src/platform.ts";
import { runScheduledMaintenance } from "../../../src/scheduled.ts";
import { testEnv } from "../../support/setup/env.ts";
import { WAIT } from "../../support/setup/wait.ts";

const FIRST = "The brass lantern hangs over the north gate.\n";
const SECOND = "A new roof was built in 1902.\n\nThe brass lantern hangs over the north gate.\n";
const THIRD = "The iron bell hangs over the south gate.\n";

const MAIL = [
  "From: ada@example.com",
  "To: grace@example.com",
  "Subject: Lantern",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="b1"',
  "",
  "--b1",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "The lantern is attached.",
  "--b1",
  'Content-Type: text/plain; name="lantern.txt"',
  'Content-Disposition: attachment; filename="lantern.txt"',
  "",
  "The brass lantern.",
  "--b1--",
  "",
].join("\r\n");

interface NewFile {
  readonly name?: string;
  readonly contentType?: string;
}

async function begin(
  { token }: Person,
  assetID: string,
  { name = "second.txt", contentType = "text/plain" }: NewFile = {},
) {
  const body = { contentType, originalFileName: name };
  return await call("createVersion", { token, params: { assetID }, body });
}

const versionsOf = async ({ token }: Person, assetID: string) =>
  (await call("listVersions", { token, params: { assetID } })).body.data;

const assetOf = async ({ token }: Person, assetID: string) =>
  (await call("getAsset", { token, params: { assetID } })).body.data;

const textOf = async ({ token }: Person, assetId: string, version = ""): Promise<string> =>
  await (
    await rawCall("GET", `/v1/assets/${assetId}/text${version && `?version=${version}`}`, { token })
  ).text();

/** Runs the pipeline until no version waits and nothing is being read. */
async function finish(person: Person, assetId: string): Promise<void> {
  const pipeline = testEnv.ASSET_PIPELINE.getByName(assetId);
  const isOver = async (): Promise<boolean> => {
    await runDurableObjectAlarm(pipeline);
    const { pendingFileName } = await versionsOf(person, assetId);
    return pendingFileName === "" && (await assetOf(person, assetId)).lifecycleState !== "processing";
  };
  await vi.waitUntil(isOver, { timeout: WAIT.timeout, interval: 10 });
}

async function replace(
  person: Person,
  assetId: string,
  content: string | Uint8Array,
  file: NewFile = {},
): Promise<void> {
  const { body } = await begin(person, assetId, file);
  const sent = await put(body.data.signedURL, content, file.contentType ?? "text/plain");
  expect(sent.status).toBe(200);
  await finish(person, assetId);
}

const originalsOf = async ({ organizationId }: Person, assetId: string): Promise<number> =>
  (await testEnv.BUCKET.list({ prefix: objectKeys.original(organizationId, assetId as never) })).objects
    .length;

test("new bytes become a version; the old text stays, and its citations say moved or changed", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, FIRST, { name: "lantern.txt" });
  const threadId = await startThread(ada, ada.personalId);
  const thread = await sendMessage(ada, threadId, "What hangs over the north gate?");
  const [citationId = ""] = Object.keys(thread.knowledgeProvenance.citations);
  const stateOf = async (): Promise<string> =>
    (await call("checkCitation", { token: ada.token, params: { threadID: threadId, citationId } })).body.data
      .state;
  expect(await stateOf()).toBe("valid");

  await replace(ada, assetId, SECOND, { name: "lantern-2.txt" });
  expect(await assetOf(ada, assetId)).toMatchObject({
    lifecycleState: "ready",
    displayName: "lantern.txt",
    originalFileName: "lantern-2.txt",
    fileSize: SECOND.length,
  });
  const { versions } = await versionsOf(ada, assetId);
  expect(versions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  expect(await textOf(ada, assetId)).toBe(SECOND);
  expect(await textOf(ada, assetId, versions[1]?.version)).toBe(FIRST);
  expect(await stateOf()).toBe("moved");

  await replace(ada, assetId, THIRD);
  expect(await stateOf()).toBe("changed");
  const search = async (query: string): Promise<readonly string[]> =>
    (await call("searchPassages", { token: ada.token, body: { query } })).body.data.passages.map(
      ({ text }) => text,
    );
  expect((await search("bell")).join("")).toContain("iron bell");
  expect((await search("lantern")).join("")).not.toContain("brass lantern");
  const download = (await call("getAssetDownload", { token: ada.token, params: { assetID: assetId } })).body
    .data;
  expect(await (await rawCall("GET", download.address)).text()).toBe(THIRD);
  expect(await originalsOf(ada, assetId)).toBe(1);
});

test.each([
  ["a damaged file", "%PDF-1.4 nothing", { name: "broken.pdf", contentType: "application/pdf" }, "damaged"],
  [
    "a message with an attachment",
    MAIL,
    { name: "lantern.eml", contentType: "message/rfc822" },
    "unsupported_type",
  ],
] as const)("%s leaves the document as it is, with the reason", async (_, content, file, code) => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, FIRST, { name: "lantern.txt" });
  await replace(ada, assetId, content, file);
  const { versions, failureReason, failureCode } = await versionsOf(ada, assetId);
  expect({ count: versions.length, failureCode }).toEqual({ count: 1, failureCode: code });
  expect(failureReason).not.toBe("");
  expect(await assetOf(ada, assetId)).toMatchObject({
    lifecycleState: "ready",
    originalFileName: "lantern.txt",
  });
  expect(await textOf(ada, assetId)).toBe(FIRST);
  await replace(ada, assetId, SECOND);
  expect(await versionsOf(ada, assetId)).toMatchObject({ failureReason: "", failureCode: "" });
});

test("of uploads at once one wins, and no bytes of the others stay", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, FIRST);
  const texts = ["The first draft.\n", "The second draft.\n", "The third draft.\n"];
  const urls = await Promise.all(texts.map(async () => (await begin(ada, assetId)).body.data.signedURL));
  const sent = await Promise.all(urls.map(async (url, at) => await put(url, texts[at] ?? "", "text/plain")));
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
  await finish(ada, assetId);
  expect(texts).toContain(await textOf(ada, assetId));
  await vi.waitUntil(async () => (await originalsOf(ada, assetId)) === 1, WAIT);
});

test("a document whose reading failed is read from the new bytes", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, "%PDF-1.4 nothing", {
    name: "a.pdf",
    contentType: "application/pdf",
  });
  expect((await assetOf(ada, assetId)).lifecycleState).toBe("failed");
  await replace(ada, assetId, FIRST);
  expect(await assetOf(ada, assetId)).toMatchObject({ lifecycleState: "ready", failureReason: "" });
  expect(await textOf(ada, assetId)).toBe(FIRST);
});

test("only writers upload versions, as long as they may write, and only of documents with bytes", async () => {
  const [ada, grace, eve] = [await signUp("ada"), await signUp("grace"), await signUp("eve")];
  await share(ada, ada.personalId, grace, ["write"]);
  const assetId = await addReadyAsset(ada, ada.personalId, FIRST);
  expect((await begin(eve, assetId)).body.code).toBe("not_found");
  expect((await call("listVersions", { token: eve.token, params: { assetID: assetId } })).body.code).toBe(
    "not_found",
  );
  const { signedURL } = (await begin(grace, assetId)).body.data;
  expect((await rawCall("GET", signedURL)).status).toBe(403);
  const rights = { collectionId: ada.personalId, userId: grace.userId, actions: ["read" as const] };
  expect((await call("modifyCollectionPermissions", { token: ada.token, body: rights })).status).toBe(200);
  expect((await put(signedURL, SECOND, "text/plain")).status).toBe(403);
  expect((await begin(grace, assetId)).body.code).toBe("permission_denied");
  expect(await textOf(ada, assetId)).toBe(FIRST);
  await vi.waitUntil(async () => (await originalsOf(ada, assetId)) === 1, WAIT);

  const waiting = await upload(ada, ada.personalId, FIRST);
  expect((await begin(ada, waiting)).body.code).toBe("failed_precondition");
  await setFields(assetId, { source_url: "https://example.com/lantern" });
  expect((await begin(ada, assetId)).body.code).toBe("failed_precondition");
});

test("the cron run reads a version whose Worker stopped after the commit; so does a new order to process", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, FIRST);
  await setPendingVersion(ada, assetId, SECOND);
  await testEnv.DB.prepare(
    "INSERT INTO outbox (id, kind, target_id, due_at) VALUES (?, 'refresh_asset', ?, 0)",
  )
    .bind(newId("event"), assetId)
    .run();
  await runScheduledMaintenance(platformOf(testEnv), new Date());
  await finish(ada, assetId);
  expect(await textOf(ada, assetId)).toBe(SECOND);
  await setPendingVersion(ada, assetId, THIRD);
  await call("reprocessAsset", { token: ada.token, params: { assetID: assetId } });
  await finish(ada, assetId);
  expect(await textOf(ada, assetId)).toBe(THIRD);
});
