import { describe, expect, test } from "vitest";
import { idFromBytes } from "../../src/domain/ids.ts";
import { type RemoteUser, signUp } from "../support/http/remote-user.ts";
import { followStream } from "../support/http/event-reader.ts";
import { sharedService } from "../support/setup/shared-service.ts";
import { answer, html, type Page, startSite } from "../support/fixtures/site.ts";

const END_TIMEOUT_MS = 60_000;
/** A crawl requests one page a second. */
const POLL_MS = 1_000;

interface Crawl {
  readonly state: string;
  readonly found: number;
  readonly fetched: number;
  readonly failed: number;
}

interface Listed {
  readonly name: string;
  readonly state: string;
  readonly reason: string;
}

const service = sharedService();
let people = 0;

/** A user with an own organization, because one organization crawls five sites at a time. */
async function newcomer(): Promise<RemoteUser> {
  people += 1;
  return await signUp(service, `crawling-${people}`);
}

/** A site that records the path and the time of each request. */
async function startTimedSite(pages: Readonly<Record<string, Page>>) {
  const times: number[] = [];
  const timed = Object.entries(pages).map(([path, page]): [string, Page] => [
    path,
    (request, response) => {
      times.push(Date.now());
      page(request, response);
    },
  ]);
  return { site: await startSite(Object.fromEntries(timed)), times };
}

const linking = (title: string, ...hrefs: readonly string[]): Page =>
  html(`<!doctype html><title>${title}</title><main><p>${title} has words enough to be read as a page of its own, they say.</p>
    ${hrefs.map((href) => `<a href="${href}">there</a>`).join(" ")}</main>`);

async function crawl(ada: RemoteUser, url: string, fields: Record<string, unknown>) {
  const { organizationId, tenantId } = ada.workspace.organizationContext;
  const where = {
    collectionID: ada.workspace.personalId,
    organizationID: organizationId,
    tenantID: tenantId,
  };
  return await ada.api.call("POST", "/v1/url/crawl", {
    ...where,
    url,
    processInBackground: true,
    processInThread: false,
    ...fields,
  });
}

async function begin(ada: RemoteUser, url: string, fields: Record<string, unknown>): Promise<string> {
  const { status, body } = await crawl(ada, url, fields);
  expect({ status, message: body.message }).toEqual({ status: 200, message: expect.stringMatching(/\.$/) });
  return idFromBytes("col", (body.data as unknown as { crawlCollectionId: number[] }).crawlCollectionId);
}

const progressOf = async (ada: RemoteUser, collectionId: string): Promise<Crawl> =>
  (await ada.api.call("GET", `/v1/collections/${collectionId}/crawl`)).body.data as unknown as Crawl;

async function listed(ada: RemoteUser, collectionId: string): Promise<Listed[]> {
  const { body } = await ada.api.call(
    "GET",
    `/v1/collection/${collectionId}/assets?limit=100&sort=createdAt`,
  );
  const { entities } = (body.data as { result: { entities: { data: Record<string, string> }[] } }).result;
  return entities.map(({ data }) => ({
    name: data["displayName"] ?? "",
    state: data["lifecycleState"] ?? "",
    reason: data["processingFailureReason"] ?? "",
  }));
}

async function lastOf<T>(events: AsyncIterable<T>): Promise<T | null> {
  let last: T | null = null;
  for await (const event of events) last = event;
  return last;
}

async function ended(ada: RemoteUser, collectionId: string): Promise<{ crawl: Crawl; pages: Listed[] }> {
  const giveUpAt = Date.now() + END_TIMEOUT_MS;
  for (;;) {
    const [progress, pages] = [await progressOf(ada, collectionId), await listed(ada, collectionId)];
    const isOver =
      progress.state !== "running" && pages.every(({ state }) => state === "ready" || state === "failed");
    if (isOver) return { crawl: progress, pages };
    if (Date.now() > giveUpAt) throw new Error(`still ${JSON.stringify([progress, pages])}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

describe.concurrent("a site", () => {
  test("the crawler follows a site link by link: one origin, each URL once, to the requested depth, one request a second", async () => {
    const ada = await newcomer();
    const other = await startSite({ "/elsewhere": linking("Elsewhere") });
    const { site, times } = await startTimedSite({
      "/robots.txt": answer(200, "text/plain", "User-agent: *\nDisallow: /private\n"),
      "/": linking(
        "Home",
        "/a",
        "a#top",
        "/b?x=1&amp;y=2",
        `${other.url}/elsewhere`,
        "mailto:ada@example.com",
        "/private/x",
        "javascript:void(0)",
      ),
      "/a": html(`<title>Page A</title><link rel="canonical" href="/a-canonical"><p>Page A says much.</p><a href="/">home</a><a href=/deep>deep</a>
        <!-- <a href="/commented"> --><script>"<a href='/scripted'>"</script>`),
      "/a-canonical": linking("The same as A"),
      "/b?x=1&y=2": linking("Page B", "/a-canonical", "/gone"),
      "/deep": linking("Deep", "/deeper"),
      "/gone": answer(404, "text/plain", "no"),
      "/deeper": linking("Deeper"),
    });
    const { crawl: done, pages } = await ended(
      ada,
      await begin(ada, `${site.url}/`, { mode: "site", maxDepth: 2 }),
    );
    expect(pages.map(({ name }) => name).toSorted()).toEqual([
      "Deep",
      "Home",
      "Page A",
      "Page B",
      `${site.url}/gone`,
    ]);
    expect(pages.filter(({ state }) => state === "failed")).toEqual([
      { name: `${site.url}/gone`, state: "failed", reason: "There is no page at this address." },
    ]);
    expect(done).toMatchObject({ state: "done", found: 5, fetched: 4, failed: 1 });
    expect(other.asked).toEqual([]);
    for (const path of ["/private/x", "/deeper", "/a-canonical", "/commented", "/scripted"])
      expect(site.asked).not.toContain(path);
    // Each process of the sandbox may fetch robots.txt once.
    expect(site.asked.filter((path) => path === "/robots.txt").length).toBeLessThanOrEqual(4);
    const gaps = times.slice(1).map((at, before) => at - times[before]!);
    expect(Math.min(...gaps)).toBeGreaterThan(900);
  });

  test("the crawl of a site reports its progress page by page, with the failures", async () => {
    const ada = await newcomer();
    const site = await startSite({
      "/": linking("Home", "/a", "/gone", "/b"),
      "/a": linking("Page A"),
      "/b": linking("Page B"),
    });
    const collectionId = await begin(ada, `${site.url}/`, { mode: "site" });
    const url = `${service.url}/v1/collections/${collectionId}/crawl/events`;
    const heard = lastOf(ada.api.followCrawl(collectionId));
    const broken = await followStream(url, ada.api.token);
    await broken.until(({ frames }) => frames.some(({ fetched }) => fetched > 0));
    broken.leave();
    const stream = await followStream(url, ada.api.token, { "last-event-id": broken.lastId });
    expect(await stream.ended).toBe("end");
    const told = [...broken.frames, ...stream.frames];
    const ended = told.map(({ fetched, failed }) => fetched + failed);
    expect(ended).toEqual(ended.toSorted((a, b) => a - b));
    expect(told.every(({ found, fetched, failed, left }) => found === fetched + failed + left)).toBe(true);
    expect(told.filter(({ state }) => state !== "running")).toEqual([told.at(-1)]);
    const failures = [
      { assetId: expect.any(Array), url: `${site.url}/gone`, reason: "There is no page at this address." },
    ];
    expect(await heard).toEqual(told.at(-1));
    expect(told.at(-1)).toMatchObject({ state: "done", found: 4, fetched: 3, failed: 1, left: 0, failures });
  });

  test("the crawler fetches up to the maximum number of pages of a site, at the site's crawl-delay", async () => {
    const ada = await newcomer();
    const { site, times } = await startTimedSite({
      "/robots.txt": answer(200, "text/plain", "User-agent: *\nCrawl-delay: 3\n"),
      "/": linking("Home", ...Array.from({ length: 50 }, (_, at) => `/p${at}`)),
      "/p0": linking("P 0"),
    });
    const { crawl: done, pages } = await ended(
      ada,
      await begin(ada, `${site.url}/`, { mode: "site", maxPages: 2 }),
    );
    expect({ found: done.found, pages: pages.map(({ name }) => name) }).toEqual({
      found: 2,
      pages: ["Home", "P 0"],
    });
    expect(times[2]! - times[1]!).toBeGreaterThan(2_900);
  });

  test("the crawler fetches no further page of a site once the user stops the crawl", async () => {
    const ada = await newcomer();
    const endlessPages = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`/${at}`, linking(`Page ${at}`, `/${at + 1}`)]),
    );
    const site = await startSite(endlessPages);
    const collectionId = await begin(ada, `${site.url}/0`, { mode: "site", maxDepth: 5 });
    const stopped = await ada.api.call("DELETE", `/v1/collections/${collectionId}/crawl`);
    expect(stopped.body.data).toMatchObject({ state: "stopped" });
    const { crawl: done, pages } = await ended(ada, collectionId);
    expect({ state: done.state, pageCount: pages.length }).toEqual({ state: "stopped", pageCount: 1 });
  });
});

test.concurrent("rejections name the exceeded limit, and an organization crawls five sites at a time", async () => {
  const ada = await newcomer();
  const site = await startSite(
    Object.fromEntries(
      Array.from({ length: 80 }, (_, at) => [`/${at}`, linking(`Page ${at}`, `/${at + 1}`)]),
    ),
  );
  for (const fields of [
    { maxPages: 0 },
    { maxPages: 1_001 },
    { maxDepth: 6 },
    { mode: "all" },
    { refreshEvery: 3_600 },
  ]) {
    const { status, body } = await crawl(ada, `${site.url}/0`, { mode: "site", ...fields });
    expect({ fields, status, code: body.code }).toEqual({ fields, status: 400, code: "invalid_argument" });
  }
  const begun = await Promise.all(
    Array.from({ length: 5 }, async () => await begin(ada, `${site.url}/0`, { mode: "site", maxDepth: 5 })),
  );
  expect((await crawl(ada, `${site.url}/0`, { mode: "site" })).body.code).toBe("resource_exhausted");
  for (const id of begun) await ada.api.call("DELETE", `/v1/collections/${id}/crawl`);
  expect((await crawl(ada, `${site.url}/0`, { mode: "site", maxPages: 1 })).status).toBe(200);
});
