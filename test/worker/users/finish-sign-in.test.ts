import { expect, test } from "vitest";
import { sealClaims } from "../../../src/auth/seal-claims.ts";
import { configOf } from "../../../src/config.ts";
import { ORIGIN } from "../../support/http/call.ts";
import { navigate, SILENT_ISSUER } from "../../support/http/navigate.ts";
import { testEnv } from "../../support/setup/env.ts";

// test/e2e/sign-in.test.ts signs in at a real issuer.

const FLOW_COOKIE = "__Host-knowledge-sign-in";

async function flowCookie(origin: string, expiresInMs: number, changes: object = {}): Promise<string> {
  const claims = {
    issuer: SILENT_ISSUER,
    state: "s",
    nonce: "n",
    verifier: "v".repeat(43),
    to: "/threads",
    earlier: null,
    ...changes,
  };
  const end = new Date(Date.now() + expiresInMs);
  const { linkSecret } = configOf(testEnv);
  return `${FLOW_COOKIE}=${await sealClaims(linkSecret, "sign-in", origin, claims, end)}`;
}

async function locationOf(cookie: string | null): Promise<{ location: string | null; removes: boolean }> {
  const headers: Record<string, string> = cookie === null ? {} : { cookie };
  const response = await navigate("/session/callback?code=c&state=s", { headers });
  const set = response.headers.getSetCookie();
  expect(set.filter((text) => !text.startsWith(`${FLOW_COOKIE}=; Max-Age=0;`))).toEqual([]);
  return { location: response.headers.get("location"), removes: set.length === 1 };
}

test("a callback needs the cookie of its own sign-in, which it removes", async () => {
  const expired = { location: "/sign-in?error=expired", removes: true };
  expect(await locationOf(null)).toEqual(expired);
  expect(await locationOf(`${FLOW_COOKIE}=invented`)).toEqual(expired);
  expect(await locationOf(await flowCookie(ORIGIN, -60_000))).toEqual(expired);
  expect(await locationOf(await flowCookie("https://other.test", 60_000))).toEqual(expired);
  expect(await locationOf(await flowCookie(ORIGIN, 60_000, { verifier: 7 }))).toEqual(expired);
  expect(await locationOf(await flowCookie(ORIGIN, 60_000, { issuer: "https://gone.example" }))).toEqual({
    location: "/sign-in?error=issuer&to=%2Fthreads",
    removes: true,
  });
  expect(await locationOf(await flowCookie(ORIGIN, 60_000))).toEqual({
    location: "/sign-in?error=provider&to=%2Fthreads",
    removes: true,
  });
});

test("failed callbacks count against the address, and too many are refused", async () => {
  const keys: string[] = [];
  const limit: RateLimit = {
    limit: async ({ key }) => {
      keys.push(key);
      return { success: keys.length <= 2 };
    },
  };
  const headers = { "cf-connecting-ip": "192.0.2.7" };
  const statuses: number[] = [];
  for (let times = 0; times < 3; times += 1)
    statuses.push((await navigate("/session/callback?state=s", { headers, limit })).status);
  expect(statuses).toEqual([303, 303, 429]);
  expect(new Set(keys)).toEqual(new Set(["address:192.0.2.7"]));
});
