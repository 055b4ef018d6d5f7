import { expect, test } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
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
