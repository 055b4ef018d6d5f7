import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export type Page = (request: IncomingMessage, response: ServerResponse) => void;

export interface Site {
  /** The origin, without a trailing slash. */
  readonly url: string;
  /** The requested paths, in order. */
  readonly asked: readonly string[];
}

/**
 * A local website, by path. Other paths return 404. It closes after the test file, even during a response.
 */
export async function startSite(pages: Readonly<Record<string, Page>>): Promise<Site> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const page = pages[request.url ?? ""] ?? answer(404, "text/plain", "Nothing here.");
    page(request, response);
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await listening;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

export function answer(status: number, contentType: string, body: string | Uint8Array, headers: Record<string, string> = {}): Page {
  return (_, response) => {
    response.writeHead(status, { "content-type": contentType, ...headers });
    response.end(body);
  };
}

export function html(body: string): Page {
  return answer(200, "text/html; charset=utf-8", body);
}

export function redirect(location: string, status = 302): Page {
  return (_, response) => {
    response.writeHead(status, { location });
    response.end();
  };
}
