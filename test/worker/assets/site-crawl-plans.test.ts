import { afterAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { finishPage, insertCrawl, selectLostPages } from "../../../src/storage/d1/assets/crawls.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { testEnv } from "../../support/setup/env.ts";
import { queryPlanOf, rowsReadBy } from "../../support/assertions/query-plan.ts";

const db = createDatabase(testEnv.DB);
const NOW = new Date();
const OPEN_PAGES = 500;

/** Steps that scan a table or index, or sort rows. Rows from the statement itself do not count. */
const readsMuch = (plan: readonly string[]): string[] =>
  plan.filter(
    (step) =>
      (step.startsWith("SCAN") && !step.includes("VIRTUAL TABLE")) || /AUTOMATIC|TEMP B-TREE/.test(step),
  );

const found = Array.from(
  { length: 3 },
  (_, at) => ({ url: `https://example.com/${at}`, name: `${at}`, isSame: 0 }) as const,
);
const ending = (assetId: string) =>
  finishPage(
    db,
    { assetId, host: "example.com", isFetched: true, found, origin: "https://example.com", pauseMs: 1_000 },
    NOW,
  );

/**
 * Adds a stalled crawl, whose first page is lost and which has many waiting pages.
 * @returns the asset of the lost page
 */
async function addLostCrawl(): Promise<string> {
  const [collectionId, assetId, organizationId] = [newId("col"), newId("asset"), newId("org")];
  const start = new URL("https://example.com/");
  const crawl = {
    collectionId,
    assetId,
    organizationId,
    start,
    mode: "site",
    name: "index.html",
    maxPages: 1_000,
    maxDepth: 5,
  } as const;
  await db.write(insertCrawl(db, { ...crawl, processInBackground: false }, new Date(0)));
  await testEnv.DB.prepare(
    `INSERT INTO crawl_pages (collection_id, url, name, position, depth) WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n LIMIT ?2)
      SELECT ?1, 'https://example.com/' || at, 'page', at, 1 FROM n`,
  )
    .bind(collectionId, OPEN_PAGES)
    .run();
  return assetId;
}

afterAll(async () => {
  await testEnv.DB.prepare("UPDATE crawls SET state = 'stopped' WHERE modified_at = 0").run();
});

describe("lost pages", () => {
  test("the query for lost pages finds stalled crawls by the page in progress", async () => {
    expect(await queryPlanOf(selectLostPages(db, NOW, 20))).toEqual([
      "SEARCH sc USING INDEX crawls_stalled (modified_at<?)",
      "SEARCH lp USING COVERING INDEX crawl_pages_open (collection_id=? AND asset_id>?)",
      expect.stringMatching(/^SEARCH la USING INDEX sqlite_autoindex_assets_1 \(id=\?\)/),
    ]);
  });

  test("the query for lost pages reads no row of a waiting page", async () => {
    const before = await rowsReadBy(selectLostPages(db, NOW, 1_000));
    const pages = [await addLostCrawl(), await addLostCrawl()];
    const { lost } = await db.read({ lost: selectLostPages(db, NOW, 1_000) });
    expect(lost.map(({ assetId }) => assetId)).toEqual(expect.arrayContaining(pages));
    const after = await rowsReadBy(selectLostPages(db, NOW, 1_000));
    expect(after - before).toBeLessThanOrEqual(4 * pages.length);
  });
});

describe("end of a page", () => {
  test("every statement at the end of a page uses keys and sorts only the new links", async () => {
    const { writes, order } = ending(newId("asset"));
    const plans = await Promise.all([...writes, order].map(queryPlanOf));
    expect(plans.flatMap(readsMuch)).toEqual(["USE TEMP B-TREE FOR ORDER BY"]);
  });

  test("the end of a page finds the next page through the order of waiting pages", async () => {
    const plans = await Promise.all(ending(newId("asset")).writes.map(queryPlanOf));
    const steps = plans.flat().filter((step) => step.startsWith("SEARCH fp"));
    expect([...new Set(steps)]).toEqual([
      "SEARCH fp USING INDEX crawl_pages_open (collection_id=? AND asset_id=?)",
    ]);
  });
});
