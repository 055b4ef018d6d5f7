import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface LocalServer {
  readonly server: Server;
  readonly origin: string;
  readonly close: () => void;
}

/** Starts a test server on loopback. */
export async function startLocalServer(listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

/** Endless bytes, as fast as the reader takes them. */
export function endless(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/plain" });
  const piece = "So it goes on and on. ".repeat(3_000);
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}

/** One byte now and then, never the last one. */
export function dripping(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/plain" });
  const timer = setInterval(() => response.write("."), 200);
  response.on("close", () => clearInterval(timer));
}
