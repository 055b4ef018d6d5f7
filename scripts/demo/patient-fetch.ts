import { Failure, firstLine } from "../lib/failure.ts";

const REQUEST_TIMEOUT_MS = 90_000;

/** `fetch` that waits so long, and says what went wrong. @throws Failure when there is no answer */
export async function patientFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS), ...init });
  } catch (error) {
    throw new Failure(`${init.method} ${new URL(url).pathname}: no answer (${causeOf(error)}).`);
  }
}

/** `fetch` itself says only "fetch failed". */
function causeOf(error: unknown): string {
  return firstLine(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}
