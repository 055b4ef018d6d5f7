import { describe, expect, test } from "vitest";
import { idFromBytes } from "../../src/domain/ids.ts";
import { type RemoteUser, signUp } from "../support/http/remote-user.ts";
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

describe.concurrent("a list", () => {
  test("the crawler reads a sitemap with its nested sitemaps", async () => {
    const ada = await newcomer();
    const site = await startSite({});
    const urlset = (...paths: readonly string[]): string =>
      `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
        ${paths.map((path) => `<url><loc> ${path} </loc><image:image><image:loc>/picture.png</image:loc></image:image></url>`).join("")}</urlset>`;
    const listing = await startSite({
      "/sitemap.xml": (_, response) =>
        response
          .writeHead(200, { "content-type": "application/xml" })
          .end(
            `<sitemapindex><sitemap><loc>http://${_.headers.host}/inner.xml</loc></sitemap></sitemapindex>`,
          ),
      "/inner.xml": answer(200, "application/xml", urlset("/one", "/two", `${site.url}/other`)),
      "/one": linking("One", "/linked"),
      "/two": linking("Two"),
    });
    const { crawl: done, pages } = await ended(
      ada,
      await begin(ada, `${listing.url}/sitemap.xml`, { mode: "sitemap" }),
    );
    expect(pages.map(({ name }) => name)).toEqual(expect.arrayContaining(["One", "Two"]));
    expect({ state: done.state, found: done.found, failed: done.failed }).toEqual({
      state: "done",
      found: 4,
      failed: 0,
    });
    expect(listing.asked.filter((path) => path !== "/robots.txt")).toEqual([
      "/sitemap.xml",
      "/inner.xml",
      "/one",
      "/two",
    ]);
  });

  test.each([
    [
      "RSS",
      "<rss><channel><link>/home</link><item><title>1</title><link>/one</link></item><item><link>/two</link></item></channel></rss>",
    ],
    [
      "Atom",
      '<feed><link href="/home"/><entry><link rel="edit" href="/edit"/><link href="/one"/></entry><entry><link href="/two"/></entry></feed>',
    ],
  ])("the crawler reads a feed of %s", async (_, feed) => {
    const ada = await newcomer();
    const site = await startSite({
      "/feed": answer(200, "application/xml", feed),
      "/one": linking("One"),
      "/two": linking("Two"),
    });
    await ended(ada, await begin(ada, `${site.url}/feed`, { mode: "feed" }));
    expect(site.asked.filter((path) => path !== "/robots.txt")).toEqual(["/feed", "/one", "/two"]);
  });

  test("a file of another kind fails with that reason and leads nowhere", async () => {
    const ada = await newcomer();
    const site = await startSite({ "/": linking("Home", "/a") });
    const { pages } = await ended(ada, await begin(ada, `${site.url}/`, { mode: "sitemap" }));
    expect(pages).toEqual([
      { name: `${site.url}/`, state: "failed", reason: "There is no sitemap at this address." },
    ]);
  });
});
