import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { idFromBytes } from "../../src/domain/ids.ts";
import { type RemoteUser, signUp, startThread } from "../support/http/remote-user.ts";
import { sharedService } from "../support/setup/shared-service.ts";
import { endless } from "../support/fixtures/local-server.ts";
import { answer, html, redirect, type Site, startSite } from "../support/fixtures/site.ts";
import { crawlUntil, type CrawledAsset, crawlPage, waitForState } from "../support/http/crawl-page.ts";

const ARTICLE = `<!doctype html><html><head><title>The Jacquard &amp; the
  Engine</title></head><body><main><h1>Looms</h1><p>The Jacquard loom weaves flowers and leaves. The engine weaves algebraic patterns,
  said the countess, and nobody contradicted her that evening.</p></main></body></html>`;
const MIB = 1024 * 1024;

const service = sharedService();
let ada: RemoteUser;
let site: Site;
let other: Site;

beforeAll(async () => {
  ada = await signUp(service, "ada");
  other = await startSite({
    "/robots.txt": answer(200, "text/plain", "User-agent: knowledgeworkspacebot\nDisallow: /secret\n"),
    "/secret": html(ARTICLE),
    "/open": html(ARTICLE),
  });
  site = await startSite({
    "/article": html(ARTICLE),
    "/untitled/a%20page": answer(200, "text/plain; charset=utf-8", "A page of plain words, without a title."),
    "/typeless": (_, response) => response.end("# Words without a type\n\nThey are text all the same."),
    "/latin": answer(
      200,
      "text/html; charset=iso-8859-1",
      Buffer.from("<title>Caf\u00e9</title><p>Un caf\u00e9 et l'addition.</p>", "latin1"),
    ),
    "/deflate": answer(200, "text/html", deflateSync(ARTICLE), { "content-encoding": "deflate" }),
    "/zstd": answer(200, "text/html", zstdCompressSync(ARTICLE), { "content-encoding": "zstd" }),
    "/packed": answer(200, "text/html", deflateSync(ARTICLE.repeat(40))),
    "/1": redirect("/2"),
    "/2": redirect("3", 301),
    "/3": redirect("./x/../4", 303),
    "/4": redirect("/5", 307),
    "/5": redirect("/article", 308),
    "/0": redirect("/1"),
    "/circle": redirect("/circle"),
    "/to-private": redirect("http://10.0.0.1/"),
    "/to-metadata": redirect("http://169.254.169.254/latest/meta-data/"),
    "/to-mapped": redirect("http://[::ffff:192.168.0.1]/"),
    "/to-file": redirect("file:///etc/passwd"),
    "/to-password": redirect("http://user:secret@127.0.0.1/"),
    "/to-nothing": redirect("http://"),
    "/to-service": redirect(`${service.url}/status`),
    "/to-secret": redirect(`${other.url}/secret`),
    "/to-open": redirect(`${other.url}/open`),
    "/endless": endless,
    "/bomb": answer(200, "text/plain", gzipSync(Buffer.alloc(20 * MIB, "boom ")), {
      "content-encoding": "gzip",
    }),
    "/cut": (_, response) => {
      response.writeHead(200, { "content-type": "text/plain", "content-length": "1000" });
      response.write("only this", () => response.destroy());
    },
    "/empty": answer(200, "text/plain", ""),
    "/picture": answer(200, "image/png", "\u0089PNG"),
    "/members": answer(401, "text/html", "Who are you?"),
    "/broken": answer(500, "text/html", "Oh."),
  });
});

async function failureOf(path: string): Promise<string> {
  const asset = await crawlUntil(ada, path.startsWith("http") ? path : `${site.url}${path}`);
  return `${asset.lifecycleState}: ${asset.failureReason}`;
}

describe.concurrent("a page", () => {
  test("a page becomes an asset named by its title, with its text and the original bytes", async () => {
    const asset = await crawlUntil(ada, `${site.url}/article`);
    expect(asset).toMatchObject({
      lifecycleState: "ready",
      displayName: "The Jacquard & the Engine",
      originalFileName: "article",
      contentType: "text/html; charset=utf-8",
      fileSize: Buffer.byteLength(ARTICLE),
      lifecyclesCompleted: ["uploading", "uploaded", "processing"],
      producedSummary: true,
    });
    const original = await fetch(asset.signedURL);
    expect({ status: original.status, text: await original.text() }).toEqual({ status: 200, text: ARTICLE });
    const text = await ada.api.request("GET", "/v1/assets/{assetID}/text", {
      params: { assetID: idFromBytes("asset", asset.id) },
    });
    expect(text).toContain("The Jacquard loom weaves flowers and leaves.");
  });

  test("a page takes its name from its URL without a title, its type from its bytes, and its encoding from the charset", async () => {
    const [untitled, typeless, latin] = await Promise.all(
      ["/untitled/a%20page", "/typeless", "/latin"].map(
        async (path) => await crawlUntil(ada, site.url + path),
      ),
    );
    expect(untitled).toMatchObject({
      lifecycleState: "ready",
      displayName: `${site.url}/untitled/a%20page`,
      originalFileName: "a page",
    });
    expect(typeless).toMatchObject({ lifecycleState: "ready", contentType: "application/octet-stream" });
    expect(latin).toMatchObject({ lifecycleState: "ready", displayName: "Café" });
  });

  test("the crawler decodes the content encoding of a page", async () => {
    expect(await crawlUntil(ada, `${site.url}/deflate`)).toMatchObject({
      lifecycleState: "ready",
      displayName: "The Jacquard & the Engine",
      fileSize: Buffer.byteLength(ARTICLE),
    });
  });

  test("the crawler follows five redirects to a page, and not six", async () => {
    const [near, far, circle] = await Promise.all(
      ["/1", "/0", "/circle"].map(async (path) => await crawlUntil(ada, site.url + path)),
    );
    expect(near).toMatchObject({ lifecycleState: "ready", originalFileName: "article" });
    for (const asset of [far, circle]) {
      expect(asset).toMatchObject({
        lifecycleState: "failed",
        failureReason: "The page redirects more than 5 times.",
      });
    }
  });

  test("a page that joins no thread waits unread, and the service reads it once it joins a thread", async () => {
    const asset = await crawlUntil(ada, `${site.url}/article`, { processInBackground: false }, [
      "uploaded",
      "failed",
    ]);
    expect(asset).toMatchObject({
      lifecycleState: "uploaded",
      lifecyclesCompleted: ["uploading"],
      displayName: "The Jacquard & the Engine",
    });
    const id = idFromBytes("asset", asset.id);
    await startThread(ada, ada.workspace.personalId, { assetIds: [id] });
    expect(await waitForState(ada, id, ["ready", "failed"])).toMatchObject({ lifecycleState: "ready" });
  });

  test("the service also reads a page that joins a thread during its fetch", async () => {
    const { body } = await crawlPage(ada, `${site.url}/article`, { processInBackground: false });
    const id = idFromBytes("asset", (body.data as unknown as CrawledAsset).id);
    await startThread(ada, ada.workspace.personalId, { assetIds: [id] });
    expect(await waitForState(ada, id, ["ready", "failed"])).toMatchObject({ lifecycleState: "ready" });
  });
});

describe.concurrent("an asset fails with the reason for", () => {
  test.each([
    ["/to-private", "The page redirects to a disallowed address: it must be on the public internet."],
    ["/to-metadata", "The page redirects to a disallowed address: it must be on the public internet."],
    ["/to-mapped", "The page redirects to a disallowed address: it must be on the public internet."],
    ["/to-file", "The page redirects to a disallowed address: it must begin with http:// or https://."],
    [
      "/to-password",
      "The page redirects to a disallowed address: it must not hold a user name or a password.",
    ],
    ["/to-nothing", "The page redirects to a disallowed address: it is no address of a page."],
    ["/to-service", "The site denies public access to this page."],
    ["/endless", "The page is larger than 10 MiB."],
    ["/bomb", "The page is larger than 10 MiB."],
    ["/zstd", 'The page has the unsupported content encoding "zstd".'],
    [
      "/packed",
      "This file is declared as text, but it holds binary data. Save it as text in UTF-8, or upload it under its own type.",
    ],
    ["/cut", "The page arrived incomplete."],
    ["/empty", "The page is empty."],
    ["/picture", "The service cannot read pages of type image/png."],
    ["/members", "The site denies public access to this page."],
    ["/missing", "There is no page at this address."],
    ["/broken", "The site answered with status 500."],
  ])("%s", async (path, reason) => {
    expect(await failureOf(path)).toBe(`failed: ${reason}`);
  });

  test("a port without a listener", async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const probe = createServer().listen(0, "127.0.0.1", () => resolve((probe.address() as AddressInfo).port));
    const port = await promise;
    probe.close();
    expect(await failureOf(`http://127.0.0.1:${port}/`)).toBe(
      "failed: The service could not reach the page.",
    );
  });

  test("a robots.txt that forbids it, also behind a redirect, and the page is never requested", async () => {
    const forbidden =
      "failed: The site's robots.txt does not allow fetching this page. Save it in a browser, and upload that.";
    expect(await failureOf(`${other.url}/secret`)).toBe(forbidden);
    expect(await failureOf("/to-secret")).toBe(forbidden);
    expect(other.asked).not.toContain("/secret");
    expect((await crawlUntil(ada, `${site.url}/to-open`)).lifecycleState).toBe("ready");
  });

  test("an unreadable robots.txt", async () => {
    const broken = await startSite({ "/robots.txt": answer(503, "text/plain", ""), "/page": html(ARTICLE) });
    expect(await failureOf(`${broken.url}/page`)).toBe(
      "failed: The service cannot read the site's robots.txt at the moment, so it does not fetch the page. Save the page in a browser, and upload that.",
    );
    expect(broken.asked).toEqual(["/robots.txt"]);
  });
});

test.concurrent("the service fetches a failed page again when a user requests its crawl again", async () => {
  let isUp = false;
  const moody = await startSite({
    "/page": (request, response) =>
      (isUp ? html(ARTICLE) : answer(500, "text/plain", "no"))(request, response),
  });
  const failed = await crawlUntil(ada, `${moody.url}/page`);
  expect({ lifecycleState: failed.lifecycleState, signedURL: failed.signedURL }).toEqual({
    lifecycleState: "failed",
    signedURL: "",
  });
  isUp = true;
  const id = idFromBytes("asset", failed.id);
  await ada.api.call("POST", "/v1/assets/notifyUploaded", {
    assetID: id,
    processInBackground: true,
    processInThread: false,
  });
  expect(await waitForState(ada, id, ["ready"])).toMatchObject({
    displayName: "The Jacquard & the Engine",
    failureReason: "",
  });
});

test.concurrent("the service rejects a request to crawl itself, under each of its names", async () => {
  const { port } = new URL(service.url);
  for (const host of ["127.0.0.1", "localhost", "[::1]", "2130706433"]) {
    const { status, body } = await crawlPage(ada, `http://${host}:${port}/status`);
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: "url: is of this service itself",
    });
  }
});
