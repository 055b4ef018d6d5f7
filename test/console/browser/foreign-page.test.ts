/**
 * A hostile page on another port of the same host. Browsers count it as the same site, so SameSite keeps no
 * cookie from it.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RemoteUser, startThread } from "../../support/http/remote-user.ts";
import { type Console, startConsole } from "./console.ts";

let it: Console;
let ada: RemoteUser;
let foreign = "";

beforeAll(async () => {
  const server = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Foreign</title>"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => server.close());
  foreign = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  it = await startConsole({ others: [foreign] });
  ada = await it.person("ada");
});

/** A browser that is signed in, at the foreign page. */
async function visit(): Promise<Page> {
  const page = await it.open(ada);
  await page.locator("nav.side").waitFor();
  await page.goto(foreign);
  return page;
}

/** The person's sessions, as their own page sees them. */
async function ownSession(page: Page): Promise<unknown> {
  await page.goto(`${it.service.url}/settings/sessions`);
  await page.locator("nav.side").waitFor();
  return await page.evaluate(async () => {
    const response = await fetch("/session", { headers: { "x-knowledge-session": "1" } });
    return ((await response.json()) as { data: { email: string } }).data.email;
  });
}

test("its requests read nothing and change nothing, with and without the header of the own pages", async () => {
  const page = await visit();
  const threadId = await startThread(ada, ada.workspace.personalId);
  const results = await page.evaluate(
    async ([origin, path]) => {
      const outcome = async (init: RequestInit, at = "/v1/users/self/collection-tree"): Promise<string> => {
        try {
          const response = await fetch(`${origin}${at}`, { credentials: "include", ...init });
          return `${response.type} ${response.status} ${await response.text()}`;
        } catch (error) {
          return error instanceof Error ? error.name : "unknown";
        }
      };
      return [
        await outcome({}),
        await outcome({ headers: { "x-knowledge-session": "1" } }),
        await outcome({ mode: "no-cors" }),
        await outcome({ mode: "no-cors", method: "POST", body: '{"label":"Taken"}' }, path),
        await outcome({ method: "DELETE", headers: { "x-knowledge-session": "1" } }, "/session"),
      ];
    },
    [it.service.url, `/v1/threads/${threadId}/attributes`] as const,
  );
  expect(results).toEqual(["TypeError", "TypeError", "opaque 0 ", "opaque 0 ", "TypeError"]);
  const { label } = (
    await ada.api.request("GET", "/v1/threads/{threadID}", { params: { threadID: threadId } })
  ).data;
  expect(label).not.toBe("Taken");
  expect(await ownSession(page)).toBe(ada.email);
});

test("its form cannot sign the browser in as somebody else", async () => {
  const page = await visit();
  const once = new URL(it.linkFor("mallory@example.com")).hash.slice(1);
  await page.evaluate(
    ([origin, body]) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", action: `${origin}/session/once`, enctype: "text/plain" });
      const field = Object.assign(document.createElement("input"), { name: body, value: '"}' });
      form.insertAdjacentElement("beforeend", field);
      document.body.insertAdjacentElement("beforeend", form);
      form.submit();
    },
    [it.service.url, `{"once":"${once}","other":"`] as const,
  );
  await page.waitForURL(`${it.service.url}/session/once`);
  expect(await ownSession(page)).toBe(ada.email);
});

test("its socket is refused, although the browser sends the cookie with it", async () => {
  const page = await visit();
  const threadId = await startThread(ada, ada.workspace.personalId);
  const heard = await page.evaluate(
    async (address) =>
      await new Promise<{ code: number; frames: string[] }>((resolve) => {
        const frames: string[] = [];
        const socket = new WebSocket(address, ["knowledge.v1"]);
        socket.addEventListener("message", ({ data }) => frames.push(String(data)));
        socket.addEventListener("close", ({ code }) => resolve({ code, frames }));
      }),
    `${it.service.url.replace("http", "ws")}/v1/threads/${threadId}/events?since=0`,
  );
  expect(heard.code).toBe(4401);
  expect(heard.frames.map((frame) => Object.keys(JSON.parse(frame) as object))).toEqual([["error"]]);
});

test("it can neither frame the console nor keep hold of its window", async () => {
  const page = await visit();
  await page.evaluate((origin) => {
    const frame = Object.assign(document.createElement("iframe"), { src: `${origin}/threads` });
    document.body.insertAdjacentElement("beforeend", frame);
  }, it.service.url);
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContain("chrome-error://chromewebdata/");
  const opened = page.context().waitForEvent("page");
  await page.evaluate((origin) => {
    Object.assign(globalThis, { held: open(`${origin}/threads`) });
  }, it.service.url);
  const console = await opened;
  await console.locator("nav.side").waitFor();
  expect(await console.evaluate(() => opener)).toBeNull();
  expect(await page.evaluate(() => (globalThis as unknown as { held: Window }).held.closed)).toBe(true);
});

test("its link to an invitation asks first, and its link to a sign-in leads to no other site", async () => {
  const page = await visit();
  await page.goto(`${it.service.url}/v1/claim-token/invented`, { referer: foreign });
  await page.getByRole("button", { name: "Accept" }).waitFor();
  expect(page.url()).toBe(`${it.service.url}/i`);
  await page.goto(`${it.service.url}/sign-in?to=${encodeURIComponent(`${foreign}/`)}`, { referer: foreign });
  await page.locator("nav.side").waitFor();
  expect(page.url()).toBe(`${it.service.url}/`);
});
