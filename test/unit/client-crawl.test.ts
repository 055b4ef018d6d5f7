import { expect, test } from "vitest";
import { createClient, type CrawlProgress, newId } from "../../client/src/index.ts";

const ID = newId("col");
const event = (id: number, data: object): string => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
const stream = (...parts: readonly string[]): Response => new Response(parts.join(""));

/** Returns these responses in order, and records the requests. */
function service(...answers: readonly (() => Response | Promise<Response>)[]) {
  const asked: { readonly url: string; readonly headers: Headers }[] = [];
  const fetch = async (url: string, { headers }: RequestInit): Promise<Response> => {
    asked.push({ url, headers: new Headers(headers) });
    return await answers[asked.length - 1]!();
  };
  const client = createClient({ origin: "https://knowledge.example.com", token: "a-token", fetch });
  return { asked, client };
}

async function told(crawls: AsyncIterable<CrawlProgress>): Promise<number[]> {
  const found: number[] = [];
  for await (const crawl of crawls) found.push(crawl.found);
  return found;
}

test.concurrent("a crawl stream resumes after the last received event until the crawl ends", async () => {
  const { asked, client } = service(
    () =>
      stream(
        "retry: 2000\n:\n\n",
        event(7, { found: 1, state: "running" }),
        event(9, { found: 2, state: "running" }),
        "id: 10\nda",
      ),
    () => new Response("", { status: 503 }),
    () => Promise.reject(new TypeError("no network")),
    () => stream(event(12, { found: 4, state: "done" }), event(13, { found: 5, state: "done" })),
  );
  expect(await told(client.followCrawl(ID))).toEqual([1, 2, 4]);
  expect(asked.map(({ headers }) => headers.get("last-event-id"))).toEqual([null, "9", "9", "9"]);
  expect({ url: asked[0]!.url, accept: asked[0]!.headers.get("accept") }).toEqual({
    url: `https://knowledge.example.com/v1/collections/${ID}/crawl/events`,
    accept: "text/event-stream",
  });
});

test.concurrent("a crawl stream ends without an event if the client received the end earlier", async () => {
  const { asked, client } = service(
    () => stream(event(7, { found: 1, state: "running" })),
    () => new Response(null, { status: 204 }),
  );
  expect({ told: await told(client.followCrawl(ID)), askedCount: asked.length }).toEqual({
    told: [1],
    askedCount: 2,
  });
});

test.concurrent("a crawl stream reports a rejection, early or late, and retries an expired token once", async () => {
  const refusal = (code: string, status: number) => () => Response.json({ code, message: "No." }, { status });
  const lost = (code: string, closeCode: number) => () =>
    stream(`data: ${JSON.stringify({ error: { code, message: "No.", closeCode } })}\n\n`);
  await expect(told(service(refusal("not_found", 404)).client.followCrawl(ID))).rejects.toMatchObject({
    code: "not_found",
    status: 404,
  });
  const later = service(lost("permission_denied", 4403));
  await expect(told(later.client.followCrawl(ID))).rejects.toMatchObject({
    code: "permission_denied",
    status: 403,
    message: "No.",
  });
  const expired = service(lost("unauthenticated", 4401), refusal("unauthenticated", 401));
  await expect(told(expired.client.followCrawl(ID))).rejects.toMatchObject({
    code: "unauthenticated",
    status: 401,
  });
  expect({ laterAskedCount: later.asked.length, expiredAskedCount: expired.asked.length }).toEqual({
    laterAskedCount: 1,
    expiredAskedCount: 2,
  });
});

test.concurrent("leaving the loop or aborting the signal ends the crawl stream", async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(new TextEncoder().encode(event(7, { found: 1, state: "running" }))),
    cancel: () => {
      isCancelled = true;
    },
  });
  for await (const { found } of service(() => new Response(body)).client.followCrawl(ID)) {
    expect(found).toBe(1);
    break;
  }
  expect(isCancelled).toBe(true);
  const leaving = new AbortController();
  const pausing = service(() => {
    leaving.abort(new Error("Nobody waits for it any more."));
    return stream();
  });
  await expect(told(pausing.client.followCrawl(ID, leaving.signal))).rejects.toThrow("Nobody waits");
});
