import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { createApp } from "../../../src/app.ts";
import type { Env } from "../../../src/env.ts";
import { testEnv } from "../setup/env.ts";
import { ORIGIN } from "./call.ts";

/** Nothing listens there. */
export const SILENT_ISSUER = "http://127.0.0.1:9";

const silent = {
  issuer: SILENT_ISSUER,
  audience: "knowledge",
  jwksUrl: `${SILENT_ISSUER}/jwks`,
  trustEmail: true,
};

/**
 * Sends a navigation to a service with these issuers for browsers, which accepts their tokens.
 * @param names labels of the issuers; the first is the silent one
 */
export async function navigate(
  path: string,
  {
    names = ["Silent"],
    headers = {},
    limit,
  }: {
    readonly names?: readonly string[];
    readonly headers?: Record<string, string>;
    readonly limit?: RateLimit;
  } = {},
): Promise<Response> {
  const at = (index: number): string => (index === 0 ? SILENT_ISSUER : `${SILENT_ISSUER}/${index}`);
  const local = JSON.parse(String(testEnv["ISSUERS"])) as object[];
  const env: Env = {
    ...testEnv,
    ISSUERS: JSON.stringify([...local, ...names.map((_, index) => ({ ...silent, issuer: at(index) }))]),
    SIGN_IN: JSON.stringify(
      names.map((label, index) => ({ issuer: at(index), clientId: "knowledge", label })),
    ),
    ...(limit === undefined ? {} : { RATE_LIMITS: "on", REQUEST_LIMIT: limit }),
  };
  const ctx = createExecutionContext();
  const url = path.startsWith("http") ? path : `${ORIGIN}${path}`;
  const response = await createApp(env).fetch(new Request(url, { headers, redirect: "manual" }), env, ctx);
  await waitOnExecutionContext(ctx);
  return response;
}
