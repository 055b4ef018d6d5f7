/** The cache of the service's answers. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type * as Cache from "../../../console/src/data/cache.ts";

const COLLECTION = "col_01h455vb4pex5vsknk084sn02q";
const ASSET = "asset_01h455vb4pex5vsknk084sn02r";

let cache: typeof Cache;
beforeAll(async () => {
  // The client is made for the page's origin when its module loads.
  vi.stubGlobal("location", new URL("http://127.0.0.1:8787/"));
  cache = await import("../../../console/src/data/cache.ts");
  vi.unstubAllGlobals();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  cache.clearCache();
});

/** A query that counts its reads and answers each with its number, or with `answer`. */
function counted(
  key: string,
  ids: readonly string[] = [],
  answer: (count: number) => unknown = (count) => count,
): Cache.Query<unknown> & { count: number } {
  const query = {
    key,
    ids,
    count: 0,
    read: async () => await Promise.resolve(answer((query.count += 1))),
  };
  return query;
}

test("views that read at the same time share one request, and a fresh answer needs none", async () => {
  const query = counted("a");
  expect(await Promise.all([cache.read(query), cache.read(query)])).toEqual([1, 1]);
  expect(await cache.read(query)).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(await cache.read(query)).toBe(2);
});

test("a change of an identifier of the input makes the answer old, another one does not", async () => {
  const query = counted("a", [COLLECTION]);
  await cache.read(query);
  cache.invalidate(ASSET);
  expect(await cache.read(query)).toBe(1);
  cache.invalidate(ASSET, COLLECTION);
  expect(await cache.read(query)).toBe(2);
});

test("a change of an identifier that the answer names makes it old", async () => {
  const query = counted("a", [], (count) => ({ count, documents: [{ id: ASSET }] }));
  await cache.read(query);
  cache.invalidate(ASSET);
  expect(await cache.read(query)).toMatchObject({ count: 2 });
});

test("a change while an answer is on its way reads it again", async () => {
  const arrived = Promise.withResolvers<void>();
  const query = counted("a", [COLLECTION]);
  const slow = { ...query, read: async () => [await query.read(), await arrived.promise][0] };
  const reading = cache.read(slow);
  cache.invalidate(COLLECTION);
  arrived.resolve();
  expect(await reading).toBe(2);
});

test("a failed read keeps the last answer beside the error, and the next read tries again", async () => {
  let isAway = false;
  const query = counted("a", [COLLECTION], (count) => {
    if (isAway) throw new Error("The service is away.");
    return count;
  });
  await cache.read(query);
  const seen = cache.watch(query);
  isAway = true;
  cache.invalidate(COLLECTION);
  await expect(cache.read(query)).rejects.toThrow("The service is away.");
  expect(seen.value).toMatchObject({ data: 1, error: new Error("The service is away.") });
  isAway = false;
  expect(await cache.read(query)).toBeGreaterThan(1);
  expect(seen.value.error).toBe(null);
});

test("a change before its confirmation shows at once, and can be taken back", async () => {
  const query = counted("a", [], () => "Old");
  await cache.read(query);
  const takeBack = cache.replace(query, () => "New");
  expect(cache.watch(query).value.data).toBe("New");
  takeBack();
  expect(cache.watch(query).value.data).toBe("Old");
});

test("a change of an answer that is not there changes nothing", () => {
  const query = counted("never-read", [], () => "Old");
  cache.replace(query, () => "New")();
  expect(query.count).toBe(0);
});

test("the cache keeps the fifty answers that were used last", async () => {
  const queries = Array.from({ length: 51 }, (_, at) => counted(`query ${at}`));
  for (const query of queries) await cache.read(query);
  const [first, second] = queries as [(typeof queries)[0], (typeof queries)[0]];
  await cache.read(second);
  expect(second.count).toBe(1);
  await cache.read(first);
  expect(first.count).toBe(2);
});

test("the cache keeps at most eight million characters", async () => {
  const long = (key: string) => counted(key, [], () => "x".repeat(5_000_000));
  const [first, second] = [long("first"), long("second")];
  await cache.read(first);
  await cache.read(second);
  await cache.read(second);
  expect(second.count).toBe(1);
  await cache.read(first);
  expect(first.count).toBe(2);
});

test("another person's page finds nothing", async () => {
  const query = counted("a");
  await cache.read(query);
  cache.clearCache();
  expect(await cache.read(query)).toBe(2);
});

test("the query of an operation has the identifiers of its parameters", () => {
  const { key, ids } = cache.query(
    "/v1/collections/{collectionID}",
    { params: { collectionID: COLLECTION } },
    ["more"],
  );
  expect(ids).toEqual([COLLECTION, "more"]);
  expect(key).toContain("/v1/collections/{collectionID}");
});
