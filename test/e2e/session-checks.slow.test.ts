/** The issuer of a session confirms it once an hour. */
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CookieBrowser } from "../support/http/auth/cookie-browser.ts";
import { IssuerSignIn } from "../support/http/auth/issuer-sign-in.ts";
import { type OidcServer, startOidcServer } from "../support/http/auth/oidc-server.ts";
import { type Service, startTestService } from "../support/http/service.ts";
import { d1File } from "../support/rows/d1-file.ts";

const HOUR = 3_600_000;

let service: Service;
let oidc: OidcServer;
let web: IssuerSignIn;

beforeAll(async () => {
  oidc = await startOidcServer();
  service = await startTestService({ vars: oidc.settings });
  await oidc.register(service.url);
  web = new IssuerSignIn(service.url);
});
afterAll(async () => {
  await oidc.close();
});

/** Makes the last confirmation of all sessions older, while the service is stopped. */
async function age(hours: number): Promise<void> {
  await service.kill("SIGKILL");
  const database = new DatabaseSync(d1File(service.dir));
  database.prepare("UPDATE sessions SET checked_at = checked_at - ?").run(hours * HOUR);
  database.close();
  await service.restart();
}

const tokenRequests = (): number => oidc.asked.filter((path) => path === "/token").length;
const statusOf = async (browser: CookieBrowser): Promise<number> =>
  (await web.ask(browser, "/session")).status;

test("new claims arrive, a closed account loses its session, and an issuer that is down ends none", async () => {
  const [frank, gina] = [new CookieBrowser(), new CookieBrowser()];
  await web.signIn(frank, "frank");
  await web.signIn(gina, "gina");
  const stored = new DatabaseSync(d1File(service.dir), { readOnly: true });
  const row = stored.prepare("SELECT * FROM sessions WHERE subject = 'frank'").get() ?? {};
  stored.close();
  expect(String(row["refresh_token"])).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);

  const before = tokenRequests();
  expect(await statusOf(frank)).toBe(200);
  expect(tokenRequests()).toBe(before);

  await age(2);
  oidc.isDown = true;
  expect([await statusOf(frank), await statusOf(gina)]).toEqual([200, 200]);
  oidc.isDown = false;

  await age(2);
  oidc.claims.set("frank", { name: "Frank the Second" });
  oidc.closed.add("gina");
  const asked = tokenRequests();
  const all = await Promise.all([1, 2, 3].map(async () => await statusOf(frank)));
  expect([all, tokenRequests() - asked]).toEqual([[200, 200, 200], 1]);
  expect(await (await web.ask(frank, "/session")).json()).toMatchObject({
    data: { displayName: "Frank the Second" },
  });
  expect([await statusOf(gina), await statusOf(gina)]).toEqual([401, 401]);

  // The issuer rotates refresh tokens, so each confirmation needs the newest one.
  for (let times = 0; times < 2; times += 1) {
    await age(2);
    expect(await statusOf(frank)).toBe(200);
  }
});
