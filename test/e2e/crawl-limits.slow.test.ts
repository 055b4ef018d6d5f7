/** Pages at and beyond the limits of size, time and complexity. */
import { beforeAll, expect, test } from "vitest";
import { crawlUntil } from "../support/http/crawl-page.ts";
import { type RemoteUser, signUp } from "../support/http/remote-user.ts";
import { dripping } from "../support/fixtures/local-server.ts";
import { sharedService } from "../support/setup/shared-service.ts";
import { answer, html, type Site, startSite } from "../support/fixtures/site.ts";

const MIB = 1024 * 1024;
const ARTICLE =
  "<!doctype html><title>Looms</title><main><p>The Jacquard loom weaves flowers and leaves.</p></main>";

const service = sharedService();
let ada: RemoteUser;
let site: Site;

beforeAll(async () => {
  ada = await signUp(service, "ada");
  site = await startSite({
    "/dripping": dripping,
    "/silent": () => {},
    "/large": answer(200, "text/plain", Buffer.alloc(10 * MIB + 1, "x ")),
    "/largest": answer(
      200,
      "text/plain",
      Buffer.concat([Buffer.from("Words at the top.\n"), Buffer.alloc(10 * MIB - 18, "\n")]),
    ),
  });
});

async function failureOf(url: string): Promise<string> {
  const asset = await crawlUntil(ada, url);
  return `${asset.lifecycleState}: ${asset.failureReason}`;
}

test.concurrent("the crawler accepts a page of exactly 10 MiB", async () => {
  expect(await crawlUntil(ada, `${site.url}/largest`)).toMatchObject({
    lifecycleState: "ready",
    fileSize: 10 * MIB,
  });
});

test.concurrent("the crawler rejects a page that is one byte larger", async () => {
  expect(await failureOf(`${site.url}/large`)).toBe("failed: The page is larger than 10 MiB.");
});

test.concurrent("a page that drips or hangs fails", async () => {
  const startedAt = Date.now();
  const reasons = await Promise.all(
    ["/dripping", "/silent"].map(async (path) => await failureOf(site.url + path)),
  );
  expect(reasons).toEqual(
    Array.from({ length: 2 }, () => "failed: The page did not arrive within 15 seconds."),
  );
  expect(Date.now() - startedAt).toBeLessThan(25_000);
});

test.concurrent("the crawler does not evaluate an expensive robots.txt, and fetches none of its pages", async () => {
  const rules = `User-agent: *\n${"Disallow: /*a*a*a*a*b\n".repeat(20_000)}`;
  const intricate = await startSite({
    "/robots.txt": answer(200, "text/plain", rules),
    "/page": html(ARTICLE),
  });
  expect((await crawlUntil(ada, `${intricate.url}/page`)).lifecycleState).toBe("ready");
  expect(await failureOf(`${intricate.url}/${"a".repeat(1_000)}`)).toBe(
    "failed: The site's robots.txt is too complex, so the service does not fetch the page. Save the page in a browser, and upload that.",
  );
});
