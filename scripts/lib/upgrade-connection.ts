import { type IncomingMessage, request } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { clientIp, type GatewayOptions } from "./client-ip.ts";
import { CloseFrameDetector } from "./close-frame-detector.ts";
import { addressFault, responseHeaders, forwardedHeaders } from "./forwarded-headers.ts";

/** Passes a WebSocket upgrade to the Worker, and then all bytes unchanged. */
export function upgradeConnection(
  asked: IncomingMessage,
  client: Duplex,
  head: Buffer,
  { workerSocket, isProxy }: GatewayOptions,
): void {
  const peer = asked.socket.remoteAddress;
  client.on("error", () => client.destroy());
  const { headers: said, method } = asked;
  // The body would be read as the first frames.
  const hasBody = said["content-length"] !== undefined || said["transfer-encoding"] !== undefined;
  if (method !== "GET" || hasBody || addressFault(asked) !== null || peer === undefined)
    return void client.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  const headers = [
    ...forwardedHeaders(asked, clientIp(peer, asked, isProxy)),
    "Connection",
    "Upgrade",
    "Upgrade",
    "websocket",
  ];
  const passed = request({ socketPath: workerSocket, agent: false, path: asked.url, headers });
  passed.on("upgrade", (got, worker: Duplex, first: Buffer) => {
    const accepted = [...responseHeaders(got.rawHeaders), "Connection", "Upgrade", "Upgrade", "websocket"];
    client.write(headOf(got, accepted));
    couple(client, worker, head, first);
  });
  passed.on("response", (got) => {
    client.write(headOf(got, [...responseHeaders(got.rawHeaders), "Connection", "close"]));
    got.on("error", () => client.destroy());
    got.pipe(client);
  });
  passed.on("error", () => client.destroy());
  client.on("close", () => passed.destroy());
  passed.end();
}

function couple(client: Duplex, worker: Duplex, fromClient: Buffer, fromWorker: Buffer): void {
  for (const socket of [client, worker]) if (socket instanceof Socket) socket.setNoDelay(true).setTimeout(0);
  worker.on("error", () => worker.destroy());
  worker.on("close", () => client.destroy());
  client.on("close", () => worker.destroy());
  if (fromWorker.length > 0) client.write(fromWorker);
  if (fromClient.length > 0) worker.write(fromClient);
  client.pipe(worker);
  worker.pipe(client);
  // After the pipes, which forward the last bytes first.
  endAfterClosing(client, fromClient, worker, fromWorker);
}

/**
 * Ends the connection after both close frames. Otherwise the runtime waits ten more seconds if the client
 * sent nothing, and clients wait for the end (RFC 6455, section 7.1.1).
 */
function endAfterClosing(client: Duplex, fromClient: Buffer, worker: Duplex, fromWorker: Buffer): void {
  const [ofClient, ofWorker] = [new CloseFrameDetector(), new CloseFrameDetector()];
  let closed = [ofClient.read(fromClient), ofWorker.read(fromWorker)];
  const look = (isOfClient: boolean, chunk: Buffer): void => {
    closed = isOfClient
      ? [ofClient.read(chunk), closed[1] ?? false]
      : [closed[0] ?? false, ofWorker.read(chunk)];
    if (closed.every(Boolean)) client.end(() => worker.destroy());
  };
  client.on("data", (chunk: Buffer) => look(true, chunk));
  worker.on("data", (chunk: Buffer) => look(false, chunk));
}

function headOf({ statusCode, statusMessage }: IncomingMessage, headers: readonly string[]): string {
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}\r\n`] : []));
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join("")}\r\n`;
}
