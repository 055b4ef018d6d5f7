import { expect, test, vi } from "vitest";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { findCrawl } from "../../../src/storage/d1/assets/crawls.ts";
import { finishProcessing } from "../../support/http/assets.ts";
import { addCrawl } from "../../support/rows/crawls.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { queryPlanOf } from "../../support/assertions/query-plan.ts";

const get = async ({ token }: Person, id: string) =>
  await call("getCrawl", { token, params: { collectionID: id } });

test("a crawl reports its found, fetched and failed pages", async () => {
  const [ada, eve] = [await signUp(), await signUp("eve")];
  const id = await addCrawl(ada, ada.personalId);
  const page = await testEnv.DB.prepare("SELECT asset_id AS id FROM crawl_pages WHERE collection_id = ?")
    .bind(id)
    .first<{ id: string }>();
  await finishProcessing(page!.id);
  await vi.waitUntil(async () => (await get(ada, id)).body.data.failed === 1);
  const { status, trips, body } = await get(ada, id);
  expect({ status, trips }).toEqual({ status: 200, trips: 1 });
  expect(body.data).toMatchObject({
    mode: "site",
    found: 1,
    fetched: 0,
    failed: 1,
    maxPages: 100,
    maxDepth: 2,
  });
  expect((await get(eve, id)).body.code).toBe("not_found");
});

test("a collection without a crawl gets 404, and the service finds a crawl through an index", async () => {
  const ada = await signUp();
  expect((await get(ada, ada.personalId)).body.code).toBe("not_found");
  const plan = await queryPlanOf(findCrawl(createDatabase(testEnv.DB), ada.personalId));
  expect(plan.filter((line) => line.startsWith("SCAN"))).toEqual([]);
});
