import { html } from "hono/html";
import { expect, test } from "vitest";
import { operations, rawRoutes } from "../../../src/http/operations.ts";
import { openApiDocument, type OpenApiDocument } from "../../../src/http/openapi/document.ts";
import { referencePage } from "../../../src/http/reference/reference-page.ts";
import { rawCall } from "../../support/http/call.ts";

const response = await rawCall("GET", "/reference");
const page = await response.text();

function article(id: string, of = page): string {
  return new RegExp(`<article id="${id}">[^]*?</article>`).exec(of)?.[0] ?? "";
}

/** The page's text as a reader sees it. */
const read = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/g, " ");

test("the reference page is HTML with a policy that permits only its own style", async () => {
  expect({ status: response.status, contentType: response.headers.get("content-type") }).toEqual({
    status: 200,
    contentType: "text/html; charset=utf-8",
  });
  const styles = [...page.matchAll(/<style>([^]*?)<\/style>/g)].map(([, style]) => style ?? "");
  expect(styles.length).toBe(1);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(styles[0])));
  const hash = btoa(String.fromCharCode(...digest));
  expect(response.headers.get("content-security-policy")).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
});

test("the reference page loads no resource and runs no script", () => {
  expect(page).not.toMatch(/<(script|link|img|iframe|object|embed|form)|\son\w+=|\sstyle=|url\(|@import/i);
  const addresses = [...page.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, address]) => address);
  expect(addresses.filter((address) => !address?.startsWith("#"))).toEqual(["/openapi.json"]);
});

test("every link points to an anchor in the reference page, and each anchor is unique", () => {
  const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = new Set([...page.matchAll(/href="#([^"]*)"/g)].map(([, target]) => target));
  expect([...targets].filter((target) => !ids.includes(target))).toEqual([]);
});

test.each([...operations, ...rawRoutes])(
  "the reference page lists $id with its path, summary, access and errors",
  ({ id, method, path, summary, access }) => {
    const shown = read(article(id));
    const plain = (text: string): string => text.replaceAll("`", "");
    expect(shown).toContain(`${method} ${path}`);
    expect(shown).toContain(plain(summary));
    expect(shown).toContain(`Access: ${plain(access)}.`);
    expect(shown).toMatch(/Errors: .*500 503/);
  },
);

test("the reference page shows the fields of parameters, body and response, and the example", () => {
  const shown = read(article("createAsset"));
  expect(shown).toContain("Idempotency-Key header, optional string");
  expect(read(article("syncUser"))).toContain("workingContext.organizationId IdentifierBytes");
  expect(shown).toContain("collectionID string or IdentifierBytes");
  expect(shown).toContain('"contentType": "application/pdf"');
  expect(article("getAsset")).toContain(`<a href="#record-Asset">Asset</a>`);
});

test("the reference page escapes markup in descriptions", async () => {
  const document = openApiDocument({ operations, rawRoutes, version: "<b>1</b>" });
  const get = {
    ...document.paths["/status"]!["get"]!,
    summary: `<img src=x onerror="x">`,
    description: "`</p><script>`\n\n&amp;",
  };
  const spoilt = await referencePage(
    { ...document, paths: { "/status": { get } } } as OpenApiDocument,
    html``,
  );
  expect(spoilt).not.toMatch(/<(b|img|script)\b/);
  expect(article("getStatus", spoilt)).toContain("<code>&lt;/p&gt;&lt;script&gt;</code>");
  expect(spoilt).toContain("&amp;amp;");
});

test("clients may cache the reference page, and the service does not send it again to a client that has it", async () => {
  const etag = response.headers.get("etag") ?? "";
  expect({ cacheControl: response.headers.get("cache-control"), etag }).toEqual({
    cacheControl: "public, max-age=300",
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
  });
  const again = await rawCall("GET", "/reference", { headers: { "if-none-match": etag } });
  expect({ status: again.status, again: await again.text() }).toEqual({ status: 304, again: "" });
});
