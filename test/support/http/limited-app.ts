import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { createApp } from "../../../src/app.ts";
import type { Env } from "../../../src/env.ts";
import { testEnv } from "../setup/env.ts";
import { ORIGIN } from "./call.ts";

export interface LimitedApp {
  /** The number of checks of each limit. */
  readonly counted: { request: number; message: number };
  readonly post: (
    path: string,
    token: string,
    body: unknown,
    headers?: Record<string, string>,
  ) => Promise<Response>;
}

/** The service with rate limits that count exactly, unlike the platform's. All other parts are real. */
export function limitedApp({ requests = Infinity, messages = Infinity } = {}): LimitedApp {
  const counted = { request: 0, message: 0 };
  const limit = (kind: "request" | "message", most: number): RateLimit => ({
    limit: async () => {
      counted[kind] += 1;
      return { success: counted[kind] <= most };
    },
  });
  const env: Env = {
    ...testEnv,
    RATE_LIMITS: "on",
    REQUEST_LIMIT: limit("request", requests),
    MESSAGE_LIMIT: limit("message", messages),
  };
  const app = createApp(env);
  const post: LimitedApp["post"] = async (path, token, body, headers = {}) => {
    const ctx = createExecutionContext();
    const sent = { "content-type": "application/json", authorization: `Bearer ${token}`, ...headers };
    const request = new Request(`${ORIGIN}${path}`, {
      method: "POST",
      headers: sent,
      body: JSON.stringify(body),
    });
    const response = await app.fetch(request, env, ctx);
    await waitOnExecutionContext(ctx);
    return response;
  };
  return { counted, post };
}
