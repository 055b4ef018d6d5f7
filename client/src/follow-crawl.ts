import { type Backoff, fullJitter } from "./backoff.ts";
import { ApiError, isRejection } from "./errors.ts";
import { EventParser, eventsAfter } from "./event-parser.ts";
import type { AnswerOf } from "./operation-types.ts";
import { sleep } from "./sleep.ts";
import type { Requests } from "./requests.ts";

/** The progress of a crawl. */
export type CrawlProgress = AnswerOf<"GET", "/v1/collections/{collectionID}/crawl">["data"];

type Told =
  | CrawlProgress
  | { readonly error: { readonly code: string; readonly message: string; readonly closeCode: number } };

interface ToldEvent {
  readonly told: Told;
  readonly id: number | null;
}

const ASKED = { method: "GET", path: "/v1/collections/{collectionID}/crawl/events" } as const;
const RETURNING: Backoff = { baseMs: 500, maxMs: 8_000 };
/** The service sends at least one line every 15 seconds. */
const SILENCE_MS = 45_000;
const TOKEN_ENDED = 4401;

/**
 * Yields the state of a crawl now and after each change, until it ends. Reconnects when the stream breaks.
 * @throws ApiError when the service rejects the crawl or the user lost access; the signal's reason after an
 * abort
 */
export async function* followCrawl(
  requests: Requests,
  collectionID: string,
  signal?: AbortSignal,
): AsyncGenerator<CrawlProgress, void> {
  let seen: number | null = null;
  for (let failures = 0; ;) {
    try {
      const body = await requests.open(ASKED.method, ASKED.path, {
        params: { collectionID },
        headers: eventsAfter(seen),
        signal,
      });
      // The service had already reported the end of the crawl.
      if (body === null) return;
      for await (const { told, id } of eventsOf(body)) {
        if ("error" in told) {
          refuse(told.error);
          break;
        }
        failures = 0;
        seen = id ?? seen;
        yield told;
        if (told.state !== "running") return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (isRejection(error)) throw error;
    }
    failures += 1;
    await sleep(fullJitter(RETURNING, failures, Math.random()), signal);
  }
}

/** After an expired token the next request uses a new one, so this end is not final. */
function refuse({ code, message, closeCode }: Extract<Told, { error: unknown }>["error"]): void {
  if (closeCode === TOKEN_ENDED) return;
  throw new ApiError({ ...ASKED, status: 403, code, message, operationId: "", issues: [] });
}

/** Ends with the stream or after `SILENCE_MS` without data. */
async function* eventsOf(body: NonNullable<Response["body"]>): AsyncGenerator<ToldEvent, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let heard: ToldEvent[] = [];
  const parser = new EventParser(
    (text, id) => heard.push({ told: JSON.parse(text) as Told, id }),
    () => {},
  );
  try {
    for (;;) {
      const timer = setTimeout(() => void reader.cancel(), SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      heard = [];
      parser.push(value);
      yield* heard;
    }
  } finally {
    // Canceling a broken stream fails; nothing is left to cancel.
    await reader.cancel().catch(() => {});
  }
}
