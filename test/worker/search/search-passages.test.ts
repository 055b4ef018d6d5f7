import { expect, test } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { insertAssets } from "../../support/rows/insert-assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

async function search(person: Person, body: object) {
  return await call("POST", "/v1/search", { token: person.token, body });
}

test("a search returns only passages that the caller may read", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const shared = await createCollection(ada, ada.rootId, "Shared");
  const below = await createCollection(ada, shared, "Below");
  const open = await addReadyAsset(ada, below, "Otters hold hands while they sleep.", { name: "otters.txt" });
  const hidden = await addReadyAsset(ada, ada.personalId, "Otters hold secret meetings.", {
    name: "secret.txt",
  });
  const mine = await search(ada, { query: "otters hold" });
  expect([mine.status, mine.trips]).toEqual([200, 2]);
  expect(new Set(mine.body.data.passages.map((passage: any) => passage.assetId))).toEqual(
    new Set([open, hidden]),
  );
  expect((await search(bob, { query: "otters" })).body.data.passages).toEqual([]);
  await share(ada, shared, bob, ["read"]);
  const found = await search(bob, { query: "otters hold" });
  expect(found.body.data.passages).toMatchObject([
    { assetId: open, displayName: "otters.txt", collectionIds: [below], start: 0 },
  ]);
  expect(JSON.stringify(found.body)).not.toContain(hidden);
  const scoped = await search(ada, { query: "otters", collectionIds: [shared] });
  expect(scoped.body.data.passages.map((passage: any) => passage.assetId)).toEqual([open]);
  expect((await search(bob, { query: "otters", collectionIds: [ada.personalId] })).body.code).toBe(
    "not_found",
  );
  expect((await search(bob, { query: "otters", assetIds: [hidden] })).body.code).toBe("not_found");
});

test("groupBy asset returns the best passage of each asset, and the limit counts assets", async () => {
  const ada = await signUp();
  const paragraph = (what: string) =>
    `Otters ${what}. ${"They swim in cold rivers and eat what they catch there. ".repeat(20)}`;
  const long = await addReadyAsset(
    ada,
    ada.personalId,
    ["sleep", "dive", "play"].map(paragraph).join("\n\n"),
    { name: "otters.txt" },
  );
  const short = await addReadyAsset(ada, ada.personalId, "A zoo keeps bears and otters.", {
    name: "zoo.txt",
  });
  const assetsOf = async (body: object): Promise<string[]> => {
    const found = await search(ada, { query: "otters", ...body });
    expect(found.status).toBe(200);
    return found.body.data.passages.map((passage: any) => passage.assetId);
  };
  expect((await assetsOf({})).length).toBeGreaterThan(2);
  expect((await assetsOf({ groupBy: "asset" })).toSorted()).toEqual([long, short].toSorted());
  expect(await assetsOf({ groupBy: "asset", limit: 1 })).toHaveLength(1);
  expect((await search(ada, { query: "otters", groupBy: "page" })).status).toBe(400);
});

async function setDocument(assetId: string, contentType: string, modifiedAt: string): Promise<void> {
  await testEnv.DB.prepare("UPDATE assets SET content_type = ?, modified_at = ? WHERE id = ?")
    .bind(contentType, Date.parse(modifiedAt), assetId)
    .run();
}

test("filters select documents by type and time of change, everywhere and in named records", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const [folder, other] = [
    await createCollection(ada, ada.rootId, "Folder"),
    await createCollection(ada, ada.rootId, "Other"),
  ];
  const add = async (place: string, name: string, type: string, at: string): Promise<string> => {
    const assetId = await addReadyAsset(ada, place, `Otters of ${name} hold hands.`, { name });
    await setDocument(assetId, type, at);
    return assetId;
  };
  const old = await add(folder, "old.txt", "text/plain", "2026-01-10T00:00:00Z");
  const page = await add(folder, "page.html", "text/html", "2026-03-10T00:00:00Z");
  const far = await add(other, "far.txt", "text/plain", "2026-03-10T00:00:00Z");
  await share(ada, folder, bob, ["read"]);
  const found = async (person: Person, body: object) => {
    const answer = await search(person, { query: "otters", ...body });
    expect({ status: answer.status, trips: answer.trips }).toMatchObject({ status: 200 });
    expect(answer.trips).toBeLessThanOrEqual(2);
    return answer.body.data.passages.map(({ assetId }: any) => assetId).toSorted();
  };
  const text = { contentTypes: ["text/plain"] };
  expect(await found(ada, text)).toEqual([old, far].toSorted());
  expect(await found(ada, { contentTypes: ["text/html", "text/plain"] })).toHaveLength(3);
  expect(await found(ada, { contentTypes: ["image/png"] })).toEqual([]);
  expect(await found(ada, { ...text, collectionIds: [folder] })).toEqual([old]);
  expect(await found(ada, { ...text, collectionIds: [folder], assetIds: [far, page] })).toEqual(
    [old, far].toSorted(),
  );
  expect(await found(bob, text)).toEqual([old]);
  expect(await found(bob, { modifiedFrom: "2026-03-10T00:00:00Z" })).toEqual([page]);
  expect(await found(ada, { modifiedTo: "2026-03-10T00:00:00Z" })).toEqual([old]);
  expect(await found(ada, { modifiedFrom: "2026-03-10T01:00:00+01:00", ...text })).toEqual([far]);
  expect((await search(bob, { query: "otters", ...text, collectionIds: [other] })).body.code).toBe(
    "not_found",
  );
  expect((await search(ada, { query: "otters", modifiedFrom: "yesterday" })).body.data).toMatchObject({
    issues: [{ path: "modifiedFrom" }],
  });
});

test("a rare document that matches the filter is found behind a hundred better passages", async () => {
  const ada = await signUp();
  const many = "Otters otters otters. ".repeat(2);
  for (let count = 0; count < 30; count += 1)
    await addReadyAsset(ada, ada.personalId, `${`${many}${"They swim. ".repeat(100)}\n\n`.repeat(5)}`);
  const rare = await addReadyAsset(ada, ada.personalId, `Otters. ${"A long report on rivers. ".repeat(60)}`);
  await setDocument(rare, "application/rare", "2026-01-01T00:00:00Z");
  const all = await search(ada, { query: "otters", limit: 100 });
  expect(all.body.data.passages).toHaveLength(100);
  expect(all.body.data.passages.filter(({ assetId }: any) => assetId === rare)).toEqual([]);
  const { data } = (await search(ada, { query: "otters", contentTypes: ["application/rare"] })).body;
  expect(data.passages.map(({ assetId }: any) => assetId)).toContain(rare);
  expect(new Set(data.passages.map(({ assetId }: any) => assetId)).size).toBe(1);
  expect(data.truncated).toBe(false);
}, 60_000);

test("if too many documents match, the service filters the ranked passages and says that some may be missing", async () => {
  const ada = await signUp();
  const read = await addReadyAsset(ada, ada.personalId, "Otters hold hands.");
  const page = await addReadyAsset(ada, ada.personalId, "Otters hold hands.");
  await setDocument(page, "text/html", "2026-01-01T00:00:00Z");
  await insertAssets(ada, ada.personalId, 5_001, () => ({ type: "text/plain" }));
  const filter = { query: "otters", contentTypes: ["text/plain"] };
  for (const scope of [{}, { collectionIds: [ada.personalId] }]) {
    const { data } = (await search(ada, { ...filter, ...scope })).body;
    expect({ ids: data.passages.map(({ assetId }: any) => assetId), truncated: data.truncated }).toEqual({
      ids: [read],
      truncated: true,
    });
    expect((await search(ada, { ...filter, ...scope, limit: 1 })).body.data.truncated).toBe(false);
  }
  const none = await search(ada, { ...filter, modifiedTo: "1969-01-01T00:00:00Z" });
  expect(none.body.data).toMatchObject({ passages: [], truncated: false });
});

test("pages of a search join into the whole list without gaps", async () => {
  const ada = await signUp();
  for (let count = 0; count < 7; count += 1)
    await addReadyAsset(ada, ada.personalId, `Otters ${"otters ".repeat(count)}swim.`);
  const page = async (offset: number, limit: number, more: object = {}) => {
    const { data } = (await search(ada, { query: "otters", offset, limit, ...more })).body;
    return { ids: data.passages.map(({ chunkId }: any) => chunkId), hasMore: data.hasMore };
  };
  for (const more of [{}, { groupBy: "asset" }, { contentTypes: ["text/plain"] }]) {
    const whole = await page(0, 100, more);
    expect({ count: whole.ids.length, hasMore: whole.hasMore }).toEqual({ count: 7, hasMore: false });
    const pages = [await page(0, 3, more), await page(3, 3, more), await page(6, 3, more)];
    expect(pages.flatMap(({ ids }) => ids)).toEqual(whole.ids);
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
    expect(await page(100, 3, more)).toEqual({ ids: [], hasMore: false });
  }
  expect((await search(ada, { query: "otters", offset: 101 })).status).toBe(400);
});

test("search accepts any query text", async () => {
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, "Plain words.");
  for (const query of [
    '"',
    "NEAR(",
    "a* OR -b",
    "🦦",
    "x".repeat(32_768),
    "col:val AND",
    "'; DROP TABLE assets; --",
  ]) {
    expect((await search(ada, { query })).status).toBe(200);
  }
});

test("a search uses a collection once that the request names a hundred times", async () => {
  const ada = await signUp();
  for (let count = 0; count < 30; count += 1) await createCollection(ada, ada.personalId, `c${count}`);
  await addReadyAsset(ada, ada.personalId, "Lemurs sunbathe.");
  const { status, body } = await search(ada, {
    query: "lemurs",
    collectionIds: Array.from({ length: 100 }, () => ada.rootId),
  });
  expect([status, body.data.passages.length]).toEqual([200, 1]);
  expect(
    (await search(ada, { query: "lemurs", collectionIds: Array.from({ length: 101 }, () => ada.rootId) }))
      .status,
  ).toBe(400);
});

test("a passage shared by another organization does not outrank a better match", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  await share(bob, bob.personalId, ada, ["read"]);
  await addReadyAsset(bob, bob.personalId, "Steam rises from the kettle in the kitchen.");
  const own = await addReadyAsset(
    ada,
    ada.personalId,
    "The boiler of a steam locomotive feeds two cylinders with high pressure.",
  );
  const { body } = await search(ada, { query: "steam locomotive boiler cylinders pressure", limit: 1 });
  expect(body.data.passages).toMatchObject([{ assetId: own }]);
});
