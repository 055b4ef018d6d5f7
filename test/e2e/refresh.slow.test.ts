import type { IncomingMessage } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { idFromBytes } from "../../src/domain/ids.ts";
import { type RemoteUser, signUp, startThread } from "../support/http/remote-user.ts";
import { sharedService } from "../support/setup/shared-service.ts";
import { answer, html, type Page, startSite } from "../support/fixtures/site.ts";

const END_TIMEOUT_MS = 40_000;
const POLL_MS = 50;
const OLD = pageOf("The brass lantern of Marrow mill burns whale oil, as the clerk wrote in 1871.");
const NEW = pageOf("The brass lantern of Marrow mill burns paraffin now, as the clerk wrote in 1899.");

interface CrawledAsset {
  readonly id: number[];
  readonly lifecycleState: string;
  readonly failureReason: string;
  readonly summary: string;
  readonly signedURL: string;
  readonly version: number;
  readonly refresh: {
    readonly every: number;
    readonly checkedAt: string | null;
    readonly nextAt: string | null;
    readonly failureReason: string;
  };
}

const service = sharedService();
let ada: RemoteUser;
let people = 0;
beforeEach(async () => {
  people += 1;
  ada = await signUp(service, `refreshing-${people}`);
});

function pageOf(sentence: string): string {
  return `<!doctype html><html><head><title>Marrow mill</title></head><body><main><h1>Lantern</h1><p>${sentence}</p></main></body></html>`;
}

/** A page that may change, on a site that reports changes by `validators` or not at all. */
async function startChangingSite(validators: (body: string) => Record<string, string>) {
  const state = { page: html(OLD) as Page, body: OLD, asked: [] as IncomingMessage["headers"][] };
  const site = await startSite({
    "/page": (request, response) => {
      state.asked.push(request.headers);
      const headers = validators(state.body);
      const isKnown =
        (headers.etag !== undefined && request.headers["if-none-match"] === headers.etag) ||
        (headers["last-modified"] !== undefined &&
          request.headers["if-modified-since"] === headers["last-modified"]);
      if (isKnown) {
        response.writeHead(304, headers);
        response.end();
      } else if (state.body === "") state.page(request, response);
      else answer(200, "text/html; charset=utf-8", state.body, headers)(request, response);
    },
  });
  return { state, url: `${site.url}/page` };
}

const etagOf = (body: string): Record<string, string> => ({
  etag: `"${body.length}-${body.includes("1871") ? "a" : "b"}"`,
});

async function crawled(url: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { organizationId, tenantId } = ada.workspace.organizationContext;
  const collection = {
    collectionID: ada.workspace.personalId,
    organizationID: organizationId,
    tenantID: tenantId,
  };
  const body = { ...collection, url, processInBackground: true, processInThread: false, ...fields };
  const { data } = await ada.api.request("POST", "/v1/url/crawl", { body: body as never });
  const id = idFromBytes("asset", data.id);
  await settled(id);
  return id;
}

async function read(assetID: string): Promise<CrawledAsset> {
  return (await ada.api.request("GET", "/v1/assets/{assetID}", { params: { assetID } }))
    .data as unknown as CrawledAsset;
}

async function settled(assetId: string): Promise<CrawledAsset> {
  const giveUpAt = Date.now() + END_TIMEOUT_MS;
  for (;;) {
    const asset = await read(assetId);
    if (["ready", "failed"].includes(asset.lifecycleState)) return asset;
    if (Date.now() > giveUpAt) throw new Error(`still ${asset.lifecycleState}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function refresh(assetId: string, body: { refreshEvery?: number } = {}) {
  const answered = await ada.api.call("POST", `/v1/assets/${assetId}/refresh`, body);
  const { data, message, done } = answered.body;
  return { status: answered.status, message, done, asset: data as unknown as CrawledAsset };
}

const textOf = async (assetID: string, version?: string): Promise<unknown> =>
  await ada.api.request("GET", "/v1/assets/{assetID}/text", {
    params: { assetID },
    query: version === undefined ? {} : { version },
  });

const found = async (query: string, assetId: string): Promise<string[]> => {
  const { data } = await ada.api.request("POST", "/v1/search", {
    body: { query, collectionIds: [], assetIds: [assetId], limit: 5 },
  });
  return data.passages.map(({ text }) => text);
};

describe("an unchanged page", () => {
  test.each([
    ["its entity tag", etagOf],
    ["its date", () => ({ "last-modified": "Sun, 22 Nov 2026 08:00:00 GMT" })],
  ])(
    "the service detects an unchanged page by %s, changes nothing, and says so in the response",
    async (_, validators) => {
      const { state, url } = await startChangingSite(validators);
      const assetId = await crawled(url);
      const before = await read(assetId);
      const { status, message, done, asset } = await refresh(assetId);
      expect({ status, message, done }).toEqual({
        status: 200,
        message: "The page has not changed.",
        done: true,
      });
      expect(asset).toMatchObject({
        lifecycleState: "ready",
        version: before.version,
        summary: before.summary,
      });
      expect(Date.parse(asset.refresh.checkedAt ?? "")).toBeGreaterThan(
        Date.parse(before.refresh.checkedAt ?? ""),
      );
      const sent = state.asked.at(-1) ?? {};
      expect([state.asked.length, sent["if-none-match"] ?? sent["if-modified-since"]]).toEqual([
        2,
        Object.values(validators(OLD))[0],
      ]);
    },
  );

  test("without validators the service detects an unchanged page by its bytes", async () => {
    const { state, url } = await startChangingSite(() => ({}));
    const assetId = await crawled(url);
    expect((await refresh(assetId)).message).toBe("The page has not changed.");
    expect(state.asked.at(-1)).not.toHaveProperty("if-none-match");
  });
});

describe("a changed page", () => {
  test("a changed page gets a new text that search finds, and citations of the old text stay valid", async () => {
    const { state, url } = await startChangingSite(etagOf);
    const assetId = await crawled(url);
    const threadId = await startThread(ada, ada.workspace.personalId, { assetIds: [assetId] });
    const ask = {
      messageContent: "What does the brass lantern burn?",
      messageKind: "promptV2",
      recipients: [],
      threadId,
    };
    const { data } = await ada.api.request("POST", "/v1/threads/{threadID}/messages", {
      params: { threadID: threadId },
      body: ask as never,
    });
    const [citationId, citation] = Object.entries(
      data.knowledgeProvenance.citations as Record<string, { quote: string; version: string }>,
    )[0]!;
    expect(citation.quote).toContain("whale oil");

    const before = await read(assetId);
    state.body = NEW;
    const { message, done, asset } = await refresh(assetId);
    expect({ message, done }).toEqual({
      message: "The page has changed, and its new text is there.",
      done: true,
    });
    expect(asset).toMatchObject({ lifecycleState: "ready", refresh: { failureReason: "" } });
    expect([asset.version > before.version, asset.summary.includes("paraffin")]).toEqual([true, true]);
    expect(await textOf(assetId)).toContain("paraffin");
    expect(await textOf(assetId, citation.version)).toContain(citation.quote);
    expect(await found("brass lantern paraffin", assetId)).toEqual([expect.stringContaining("paraffin")]);
    const original = await fetch(asset.signedURL);
    expect({ status: original.status, text: await original.text() }).toEqual({ status: 200, text: NEW });
    const params = { threadID: threadId, citationId };
    const checked = await ada.api.request("GET", "/v1/threads/{threadID}/citations/{citationId}", {
      params: params as never,
    });
    expect(checked.data).toMatchObject({ state: "changed" });
    expect((await refresh(assetId)).message).toBe("The page has not changed.");
  });

  test("two concurrent callers fetch and read a changed page at most once for each, and create one new text", async () => {
    const { state, url } = await startChangingSite(etagOf);
    const assetId = await crawled(url);
    state.body = NEW;
    const answers = await Promise.all(Array.from({ length: 4 }, async () => await refresh(assetId)));
    expect(answers.map(({ status, done }) => [status, done])).toEqual(answers.map(() => [200, true]));
    expect(answers.filter(({ message }) => message.includes("has changed,")).length).toBeGreaterThan(0);
    expect(state.asked.length).toBeLessThanOrEqual(5);
    expect(await found("brass lantern", assetId)).toEqual([expect.stringContaining("paraffin")]);
  });
});

describe("a page that cannot be fetched or read", () => {
  test.each([
    ["is gone", answer(404, "text/plain", "no"), "There is no page at this address."],
    ["is broken", answer(500, "text/plain", "no"), "The site answered with status 500."],
    ["is empty", html(""), "The page is empty."],
    ["is a picture now", answer(200, "image/png", "png"), "The service cannot read pages of type image/png."],
    ["is no PDF although it says so", answer(200, "application/pdf", "%PDF-1.7 not at all"), ""],
    [
      "says that it is the one that was never asked for",
      answer(304, "text/html", ""),
      "The site answered with status 304.",
    ],
  ])("a page that %s keeps its text, and the service records the reason", async (_, page, reason) => {
    const { state, url } = await startChangingSite(() => ({}));
    const assetId = await crawled(url);
    const before = await read(assetId);
    Object.assign(state, { body: "", page });
    const { status, message, asset } = await refresh(assetId);
    expect(status).toBe(200);
    expect(message).toMatch(/^The page could not be refreshed\. ./);
    expect(asset).toMatchObject({
      lifecycleState: "ready",
      version: before.version,
      summary: before.summary,
    });
    if (reason !== "") expect(asset.refresh.failureReason).toBe(reason);
    expect(asset.refresh.failureReason).not.toBe("");
    expect(await found("brass lantern", assetId)).toEqual([expect.stringContaining("whale oil")]);
    Object.assign(state, { body: OLD });
    expect((await refresh(assetId)).asset.refresh.failureReason).toBe("");
  });
});

test("the service fetches a page without an earlier fetch as if new", async () => {
  const { state, url } = await startChangingSite(etagOf);
  Object.assign(state, { body: "", page: answer(500, "text/plain", "no") });
  const assetId = await crawled(url);
  expect((await read(assetId)).lifecycleState).toBe("failed");
  state.body = OLD;
  expect(await refresh(assetId)).toMatchObject({ status: 200, done: false });
  expect(await settled(assetId)).toMatchObject({ lifecycleState: "ready", failureReason: "" });
});

test("a user sets the refresh interval at the crawl or later, sees it, and removes it", async () => {
  const { url } = await startChangingSite(etagOf);
  const assetId = await crawled(url, { refreshEvery: 3_600 });
  const first = (await read(assetId)).refresh;
  expect([first.every, Date.parse(first.nextAt ?? "") > Date.now()]).toEqual([3_600, true]);
  expect((await refresh(assetId, { refreshEvery: 86_400 })).asset.refresh.every).toBe(86_400);
  expect((await refresh(assetId)).asset.refresh.every).toBe(86_400);
  expect((await refresh(assetId, { refreshEvery: 0 })).asset.refresh).toMatchObject({
    every: 0,
    nextAt: null,
  });
  expect((await refresh(assetId, { refreshEvery: 60 })).status).toBe(400);
});
