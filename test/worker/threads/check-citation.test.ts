import { beforeAll, expect, test } from "vitest";
import { objectKeys } from "../../../src/domain/asset.ts";
import { sha256Hex } from "../../../src/domain/sha256.ts";
import { newId } from "../../../src/domain/ids.ts";
import { createWorld, type World } from "../../support/contract/world.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import type { Person } from "../../support/http/person.ts";
import { makeLink, sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

let world: World;
let citationId: string;
let cited: any;

beforeAll(async () => {
  world = await createWorld();
  const thread = await sendMessage(world.owner, world.threadId, "Who wrote the zephyr ledger in 1871?");
  [[citationId, cited]] = Object.entries(thread.knowledgeProvenance.citations) as [[string, any]];
}, 60_000);

async function check({ token }: Pick<Person, "token">, id = citationId, threadId = world.threadId) {
  const { status, body, trips } = await call("checkCitation", {
    token,
    params: { threadID: threadId, citationId: id },
  });
  return { status, code: body.code, trips, ...(body.data as object) } as any;
}

/** Gives the asset another text, as a later processing run would. */
async function rewrite(text: string): Promise<string> {
  const { owner, assetId } = world;
  const version = await sha256Hex(text);
  const key = objectKeys.text(owner.organizationId, assetId, version);
  await testEnv.BUCKET.put(key, text);
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      "INSERT OR IGNORE INTO asset_texts (asset_id, version, text_key, chunks_key, created_at) VALUES (?, ?, ?, '', 0)",
    ).bind(assetId, version, key),
    testEnv.DB.prepare("UPDATE assets SET text_version = ? WHERE id = ?").bind(version, assetId),
  ]);
  return version;
}

const original = async () =>
  await (
    await rawCall("GET", `/v1/assets/${world.assetId}/text?version=${cited.version}`, world.owner)
  ).text();

test("a citation is valid while its text is current, and the check returns position, context, and a link", async () => {
  const found = await check(world.owner);
  expect({ status: found.status, trips: found.trips }).toEqual({ status: 200, trips: 1 });
  const text = await original();
  expect(found).toMatchObject({
    citationId,
    messageId: cited.messageId,
    assetId: world.assetId,
    displayName: "zephyr-ledger.txt",
    state: "valid",
    quote: cited.quote,
    citedVersion: cited.version,
    currentVersion: cited.version,
    place: { version: cited.version, start: cited.start, end: cited.end, quote: cited.quote },
  });
  const { before, quote, after, url } = found.place;
  expect(text).toContain(before + quote + after);
  expect(text.slice(cited.start - before.length, cited.end + after.length)).toBe(before + quote + after);
  const linked = await rawCall("GET", url.split("#")[0], world.owner);
  const [from, to] = url.split("#char=")[1].split(",").map(Number);
  expect(
    Array.from(await linked.text())
      .slice(from, to)
      .join(""),
  ).toBe(cited.quote);
});

test("a citation moves to the nearest occurrence in a new text, is changed without an occurrence, and is valid again once the quote returns", async () => {
  const text = await original();
  const longer = `${cited.quote} 🦓 A new preface.\n${text}`;
  const version = await rewrite(longer);
  const moved = await check(world.owner);
  expect(moved).toMatchObject({
    state: "moved",
    citedVersion: cited.version,
    currentVersion: version,
    place: { version, quote: cited.quote },
  });
  const { start, end, url } = moved.place;
  expect([
    longer.slice(start, end),
    Array.from(longer)
      .slice(...url.split("#char=")[1].split(",").map(Number))
      .join(""),
  ]).toEqual([cited.quote, cited.quote]);
  const other = await rewrite("Nothing of it is left.");
  expect(await check(world.owner)).toMatchObject({
    state: "changed",
    currentVersion: other,
    place: { version: cited.version, start: cited.start, end: cited.end, quote: cited.quote },
  });
  await rewrite(text);
  expect(await check(world.owner)).toMatchObject({ state: "valid" });
});

test("bytes that differ from their version's hash are no text, so the citation's source is gone", async () => {
  const key = objectKeys.text(world.owner.organizationId, world.assetId, cited.version);
  const text = await original();
  await testEnv.BUCKET.put(key, `${text} Forged.`);
  expect(await check(world.owner)).toMatchObject({
    state: "gone",
    place: null,
    displayName: "zephyr-ledger.txt",
  });
  await testEnv.BUCKET.put(key, text);
  expect(await check(world.owner)).toMatchObject({ state: "valid" });
});

test("a thread reader without the asset sees it as deleted and without a quote", async () => {
  const { owner, stranger, threadId, reader, folderId } = world;
  const open = await createCollection(owner, owner.rootId, "Open");
  const body = { collectionId: open, threadIds: [threadId], flags: [] };
  await call("linkThreads", { token: owner.token, params: { collectionID: open }, body });
  expect(await check(stranger)).toMatchObject({ status: 404, code: "not_found" });
  await share(owner, open, stranger, ["read"]);
  const hidden = await check(stranger);
  expect(hidden).toMatchObject({
    state: "gone",
    displayName: "",
    currentVersion: "",
    place: null,
    quote: cited.quote,
  });
  expect(await check(reader)).toMatchObject({ state: "valid" });
  const put = testEnv.DB.prepare("UPDATE assets SET lifecycle_state = ? WHERE id = ?");
  await put.bind("deleted", world.assetId).run();
  expect(await check(owner)).toEqual({ ...hidden, quote: "", locator: null });
  await put.bind("ready", world.assetId).run();
  expect(folderId).toMatch(/^col_/);
});

test("the check rejects a citation of another thread, an unknown citation, a guest and an anonymous caller", async () => {
  const { owner, folderId, threadId } = world;
  const other = await startThread(owner, folderId);
  expect((await check(owner, citationId, other)).code).toBe("not_found");
  expect((await check(owner, newId("cite"))).code).toBe("not_found");
  expect((await check(owner, "cite_x")).code).toBe("invalid_argument");
  const { publicToken } = await makeLink(owner, threadId);
  const path = `/v1/threads/${threadId}/citations/${citationId}`;
  expect((await call("GET", `${path}?publicAccessToken=${publicToken}`)).body.code).toBe("unauthenticated");
  expect((await call("GET", path)).body.code).toBe("unauthenticated");
});
