import { expect, test } from "vitest";
import type { ExtractionError } from "../../src/domain/extraction-error.ts";
import { crawlPage } from "../../src/ingestion/crawl/crawl-page.ts";
import { RobotsCache } from "../../src/ingestion/crawl/robots-cache.ts";
import { parseRobots } from "../../src/ingestion/crawl/parse-robots.ts";
import { answer, html, type Page, startSite } from "../support/fixtures/site.ts";

const MINUTE_MS = 60_000;
const PAGE = html(
  "<!doctype html><title>A page</title><main><p>The loom weaves flowers and leaves.</p></main>",
);
const NO_RULES = { kind: "read", rules: parseRobots("", "TestBot") } as const;

/** Fetches pages of a site as one sandbox does, with a controlled clock. */
async function visit(robots: Page | null) {
  const site = await startSite({
    ...(robots === null ? {} : { "/robots.txt": robots }),
    "/a": PAGE,
    "/b": PAGE,
  });
  let now = 0;
  const known = new RobotsCache(undefined, () => now);
  const send = async (url: URL, init: RequestInit): Promise<Response> =>
    await fetch(url, { ...init, redirect: "manual" });
  const crawler = { send, policy: { allowLoopback: true, ownOrigins: [] } };
  return {
    asked: () => site.asked.filter((path) => path === "/robots.txt").length,
    pass: (minutes: number) => (now += minutes * MINUTE_MS),
    get: async (path: string): Promise<string> => {
      const order = {
        address: `${site.url}${path}`,
        externalTypes: [],
        known: null,
        links: null,
        pauseMs: 0,
      };
      return await crawlPage(crawler, order, known).then(
        () => "fetched",
        (error: unknown) => (error as ExtractionError).reason,
      );
    },
  };
}

test("the crawler requests robots.txt once an hour and obeys it for each page", async () => {
  const site = await visit(answer(200, "text/plain", "User-agent: *\nDisallow: /b\n"));
  expect(await site.get("/a")).toBe("fetched");
  expect(await site.get("/b")).toMatch(/robots\.txt/);
  site.pass(59);
  expect([await site.get("/a"), await site.get("/a"), site.asked()]).toEqual(["fetched", "fetched", 1]);
  site.pass(1);
  expect({ a: await site.get("/a"), asked: site.asked() }).toEqual({ a: "fetched", asked: 2 });
});

test("the crawler caches a missing robots.txt for ten minutes", async () => {
  const site = await visit(null);
  expect(await site.get("/a")).toBe("fetched");
  site.pass(9);
  expect({ b: await site.get("/b"), asked: site.asked() }).toEqual({ b: "fetched", asked: 1 });
  site.pass(1);
  expect({ a: await site.get("/a"), asked: site.asked() }).toEqual({ a: "fetched", asked: 2 });
});

test("the crawler caches an unreachable robots.txt for a minute and fetches no page meanwhile", async () => {
  let status = 503;
  const site = await visit((request, response) => answer(status, "text/plain", "")(request, response));
  expect(await site.get("/a")).toMatch(/cannot read the site's robots\.txt at the moment/);
  status = 200;
  expect(await site.get("/a")).toMatch(/cannot read the site's robots\.txt at the moment/);
  expect(site.asked()).toBe(1);
  site.pass(1);
  expect({ a: await site.get("/a"), asked: site.asked() }).toEqual({ a: "fetched", asked: 2 });
});

test("the robots cache evicts the oldest sites beyond its limits of entries and bytes", () => {
  const known = new RobotsCache(undefined, () => 0);
  const kept = (count: number): number =>
    Array.from({ length: count }, (_, at) => known.find(`o${at}`)).filter(Boolean).length;
  for (let at = 0; at < 250; at += 1) known.set(`o${at}`, NO_RULES, 10);
  expect([kept(250), known.find("o49"), known.find("o50")]).toEqual([200, null, NO_RULES]);
  for (let at = 0; at < 10; at += 1) known.set(`o${at}`, NO_RULES, 500 * 1024);
  expect([kept(250), known.find("o5"), known.find("o6")]).toEqual([4, null, NO_RULES]);
  known.set("large", NO_RULES, 3 * 1024 * 1024);
  expect([known.find("large"), kept(250)]).toEqual([null, 4]);
});

test("a repeated robots.txt replaces the size of the earlier one", () => {
  const known = new RobotsCache(undefined, () => 0);
  known.set("other", NO_RULES, 1024);
  for (let time = 0; time < 100; time += 1) known.set("same", NO_RULES, 500 * 1024);
  expect([known.find("other"), known.find("same")]).toEqual([NO_RULES, NO_RULES]);
});
