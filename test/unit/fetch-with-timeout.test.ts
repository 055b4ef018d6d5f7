import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { fetchWithTimeout } from "../../scripts/demo/fetch-with-timeout.ts";

/** Resets the first connections without an answer. @returns its origin, and how many requests came */
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

test("a GET whose connection is reset is asked again", async () => {
  const { url, asked } = await resetting(2);
  expect(await (await fetchWithTimeout(url, { method: "GET" })).text()).toBe("here");
  expect(asked()).toBe(3);
});

test("what changes something is not, as it may have arrived", async () => {
  const { url, asked } = await resetting(1);
  await expect(fetchWithTimeout(url, { method: "POST", body: "{}" })).rejects.toThrow(/^POST \/v1\/assets: no answer \(/);
  expect(asked()).toBe(1);
});
