import { setTimeout as pause } from "node:timers/promises";
import { Failure, firstLine } from "../lib/failure.ts";

const REQUEST_TIMEOUT_MS = 90_000;
/** Pauses before a GET is retried after a connection reset. */
const PAUSES_MS = [100, 500, 2_000];

/** `fetch` with a timeout and a readable error. A GET is retried. @throws Failure without a response */
export async function fetchWithTimeout(url: string, init: RequestInit): Promise<Response> {
  const pauses = init.method === "GET" ? PAUSES_MS : [];
  for (let tries = 0; ; tries += 1) {
    try {
      return await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS), ...init });
    } catch (error) {
      const wait = pauses[tries];
      const isLate = error instanceof DOMException;
      if (wait === undefined || isLate)
        throw new Failure(`${init.method} ${new URL(url).pathname}: no answer (${causeOf(error)}).`);
      await pause(wait);
    }
  }
}

/** `fetch` itself says only "fetch failed". */
function causeOf(error: unknown): string {
  return firstLine(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}
