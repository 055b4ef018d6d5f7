/** A service that is told to end finishes the requests that it has begun. */
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { signUp, startThread } from "../support/http/remote-user.ts";
import { startTestService } from "../support/http/service.ts";
import { WAIT } from "../support/setup/wait.ts";

test("SIGTERM refuses new connections, ends event streams, answers the request in progress, and then ends the process", async () => {
  const service = await startTestService();
  const ada = await signUp(service, "ada");
  const authorization = `Bearer ${await service.token(ada.email)}`;
  const threadId = await startThread(ada, ada.workspace.personalId);
  const events = await fetch(`${service.url}/v1/threads/${threadId}/events`, {
    headers: { authorization, accept: "text/event-stream" },
  });
  const isStreamEnded = text(events.body as never).then(
    () => true,
    () => true,
  );
  const { hostname, port, host } = new URL(service.url);
  const body = JSON.stringify({ query: "puffins" });
  const socket = connect(Number(port), hostname);
  // Both heads arrive at once. So the answer to the first request shows that the service has the second one.
  socket.write(
    `GET /status HTTP/1.1\r\nHost: ${host}\r\n\r\n` +
      `POST /v1/search HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  await once(socket, "readable");
  const ended = service.kill("SIGTERM");
  const rejected = async () => await expect(fetch(`${service.url}/status`)).rejects.toThrow("fetch failed");
  await vi.waitFor(rejected, WAIT);
  expect(await isStreamEnded).toBe(true);
  socket.write(body.slice(5));
  const answers = (await text(socket)).split(/(?=HTTP\/1\.1 \d)/);
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(["200", "200"]);
  expect(answers[1]).toMatch(/\r\nconnection: close\r\n/i);
  expect(answers[1]).toContain('"passages":[]');
  expect(await ended).toBe(0);
});
