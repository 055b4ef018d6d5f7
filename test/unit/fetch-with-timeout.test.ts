import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { fetchWithTimeout } from "../../scripts/demo/fetch-with-timeout.ts";

/**
 * Resets the first connections without a response.
 * @returns its origin, and the number of requests
 */
async function resetting(first: number): Promise<{ url: string; asked: () => number }> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (asked <= first) request.socket.resetAndDestroy();
    else response.end("here");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/assets`, asked: () => asked };
}

test("the service retries a GET after a connection reset", async () => {
  const { url, asked } = await resetting(2);
  expect(await (await fetchWithTimeout(url, { method: "GET" })).text()).toBe("here");
  expect(asked()).toBe(3);
});

test("the service does not retry a changing request, because the first may have arrived", async () => {
  const { url, asked } = await resetting(1);
  await expect(fetchWithTimeout(url, { method: "POST", body: "{}" })).rejects.toThrow(
    /^POST \/v1\/assets: no answer \(/,
  );
  expect(asked()).toBe(1);
});
