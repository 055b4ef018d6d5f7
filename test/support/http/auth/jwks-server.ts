import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { JWK } from "jose";

export interface JwksServer {
  readonly url: string;
  /** The number of requests for the keys. */
  reads: number;
  keys: JWK[];
  /** The response that replaces the keys. */
  fault: { status: number; body: string } | null;
  close(): Promise<void>;
}

/** Starts a JWKS server on a free loopback port. */
export async function startJwksServer(keys: JWK[]): Promise<JwksServer> {
  const http = createServer((_request, response) => {
    server.reads += 1;
    response.writeHead(server.fault?.status ?? 200, { "content-type": "application/json" });
    response.end(server.fault?.body ?? JSON.stringify({ keys: server.keys }));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const server: JwksServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/jwks.json`,
    reads: 0,
    keys,
    fault: null,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}
