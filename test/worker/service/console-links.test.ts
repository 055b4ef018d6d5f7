/** Links of the API that people copy: browsers reach the console's page, programs the operation. */
import { expect, test, vi } from "vitest";
import { call, rawCall } from "../../support/http/call.ts";
import { grantsOf, invite, newAddress } from "../../support/http/invite.ts";
import { signUp } from "../../support/http/person.ts";
import { makeLink, startThread } from "../../support/http/threads.ts";
import { testEnv } from "../../support/setup/env.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "sec-fetch-mode": "navigate" };

const shown = ({ status, headers }: Response) => ({
  status,
  location: headers.get("location"),
  caching: headers.get("cache-control"),
  referrer: headers.get("referrer-policy"),
  varies: headers.get("vary"),
});
const redirected = (location: string) => ({
  status: 303,
  location,
  caching: "private, no-store",
  referrer: "no-referrer",
  varies: "Accept",
});

test("a browser that opens an invitation goes to its page, which has redeemed nothing", async () => {
  const ada = await signUp();
  const { publicToken, tokenId } = await invite(ada, [ada.personalId], [newAddress()], ["read"]);
  const path = `/v1/claim-token/${publicToken}`;
  expect(shown(await rawCall("GET", path, { headers: BROWSER }))).toEqual(redirected(`/i#${publicToken}`));
  const redeemed = testEnv.DB.prepare("SELECT redeemed_at FROM invitations WHERE id = ?").bind(tokenId);
  expect(await redeemed.first("redeemed_at")).toBeNull();
  expect((await rawCall("GET", path)).status).toBe(401);
  expect((await rawCall("HEAD", path, { headers: BROWSER })).status).toBe(405);
});

test("a program with a token redeems an invitation, whatever it accepts", async () => {
  const [ada, grace] = [await signUp(), await signUp()];
  const { publicToken } = await invite(ada, [ada.personalId], [newAddress()], ["read"]);
  const path = `/v1/claim-token/${publicToken}`;
  const { status } = await call("GET", path, { token: grace.token, headers: BROWSER });
  expect(status).toBe(404);
  expect(await grantsOf(grace.userId, ada.personalId)).toEqual([]);
});

test("a browser that opens the address of a public link goes to the thread's page, a program gets the thread", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const { address, publicToken } = await makeLink(ada, threadId);
  const page = redirected(`/p/${threadId}#${publicToken}`);
  expect(shown(await rawCall("GET", address, { headers: BROWSER }))).toEqual(page);
  expect((await call("GET", address)).body.data.label).toBeDefined();
  const { pathname } = new URL(address);
  expect((await rawCall("GET", pathname, { headers: BROWSER })).status).toBe(401);
  expect((await rawCall("GET", `${pathname}?publicAccessToken=`, { headers: BROWSER })).status).toBe(401);
});

test("a link with other characters cannot lead to another place or add a header", async () => {
  const hostile = "%2F%2Fevil.example%0D%0Aset-cookie%3Aa%3Db%23";
  const claimed = shown(await rawCall("GET", `/v1/claim-token/${hostile}`, { headers: BROWSER }));
  expect(claimed).toEqual(redirected(`/i#${hostile}`));
  const thread = await rawCall("GET", `/v1/threads/${hostile}?publicAccessToken=${hostile}`, {
    headers: BROWSER,
  });
  expect(shown(thread)).toEqual(redirected(`/p/${hostile}#${hostile}`));
  expect(thread.headers.getSetCookie()).toEqual([]);
});

test("the log has no secret of a followed link", async () => {
  const lines: unknown[] = [];
  vi.spyOn(console, "log").mockImplementation((...line: unknown[]) => void lines.push(line));
  await rawCall("GET", "/v1/claim-token/inv-secret", { headers: BROWSER });
  await rawCall("GET", "/v1/threads/thread_x?publicAccessToken=link-secret", { headers: BROWSER });
  vi.restoreAllMocks();
  const log = JSON.stringify(lines);
  expect(log).toContain("/v1/claim-token/{token}");
  expect(log).not.toContain("secret");
});
