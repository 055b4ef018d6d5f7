/**
 * Promise: The service processes few pipelined requests of one connection at a time, and keeps answering
 * other clients. Attack: A client sent twenty thousand requests in a row on one connection. Each one opened a
 * connection to the Worker. One megabyte of input held eleven thousand descriptors and a gigabyte of memory,
 * and every client was rejected for twenty seconds.
 */
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { sendRaw } from "../../support/http/send-raw.ts";
import { type Service, startTestService } from "../../support/http/service.ts";

let service: Service;

beforeAll(async () => {
  service = await startTestService({ vars: { RATE_LIMITS: "off" } });
});

const ask = (path: string, connection: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`;

test("twenty thousand pipelined requests end their own connection", async () => {
  const { hostname, port } = new URL(service.url);
  const greedy = connect(Number(port), hostname).on("error", () => {});
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  greedy.on("close", () => resolve());
  greedy.pause().write(ask("/reference", "keep-alive").repeat(20_000));
  for (let times = 0; times < 10; times += 1) expect((await fetch(`${service.url}/status`)).status).toBe(200);
  // Only Linux lists the descriptors.
  const held = await readdir(`/proc/${service.pid}/fd`).catch(() => []);
  expect(held.length).toBeLessThan(200);
  greedy.resume();
  await closed;
});

test("a few pipelined requests get their responses in order", async () => {
  const { text } = await sendRaw(
    service.url,
    `${ask("/nothing", "keep-alive").repeat(4)}${ask("/status", "close")}`,
  );
  expect([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual([
    "404",
    "404",
    "404",
    "404",
    "200",
  ]);
});
