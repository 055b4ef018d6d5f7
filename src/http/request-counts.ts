import { MS_PER_SECOND } from "../domain/time.ts";

export interface RequestCount {
  readonly method: string;
  /** Pattern of the route; "" for paths that no route has. */
  readonly route: string;
  readonly status: number;
  readonly count: number;
  /** Total time until the responses began, in seconds. */
  readonly seconds: number;
}

/** Clients choose the method, so all others share one label. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Counts of this isolate since it started. `npm start` runs one isolate. On Cloudflare many isolates count
 * apart, so nobody reads them there.
 */
const counts = new Map<string, RequestCount>();
let since: Date | null = null;

export function countRequest(request: {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}): void {
  // The clock of a Worker stands still before its first request.
  since ??= new Date();
  const { route, status, ms } = request;
  const method = METHODS.has(request.method) ? request.method : "other";
  const key = `${method} ${status} ${route}`;
  const { count, seconds } = counts.get(key) ?? { count: 0, seconds: 0 };
  counts.set(key, { method, route, status, count: count + 1, seconds: seconds + ms / MS_PER_SECOND });
}

export function requestCounts(): { readonly since: Date; readonly counts: readonly RequestCount[] } {
  return { since: since ?? new Date(), counts: [...counts.values()] };
}
