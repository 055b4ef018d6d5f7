import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";

const HTML =
  '<!doctype html><title>The client in a browser</title><script type="module" src="/page.js"></script>';

/** The input of the page, and the actions at each of its steps. */
export interface PageScenario {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly token: () => Promise<string>;
  readonly steps: Readonly<Record<string, () => Promise<unknown>>>;
}

export interface PageServer {
  readonly origin: string;
  /**
   * Serves the page for this scenario.
   * @returns the final report of the page
   */
  show(scene: PageScenario): Promise<unknown>;
  close(): void;
}

/** Serves `page.js` and the built client library on loopback. */
export async function startPageServer(): Promise<PageServer> {
  const reported = Promise.withResolvers<unknown>();
  let scene: PageScenario | null = null;
  const server = createServer((request, response) => {
    answer(request, response, scene, reported.resolve).catch((error: unknown) => reported.reject(error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: async (shown) => {
      scene = shown;
      return await reported.promise;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  scene: PageScenario | null,
  report: (result: unknown) => void,
): Promise<void> {
  const path = request.url ?? "";
  const [, folder = "", name = ""] = path.split("/");
  const send = (type: string, body: string): void =>
    void response.writeHead(200, { "content-type": type }).end(body);
  if (path === "/") return send("text/html", HTML);
  if (path === "/page.js")
    return send("text/javascript", await readFile(join(PROJECT_ROOT, "test", "browser", "page.js"), "utf8"));
  if (folder === "client")
    return send("text/javascript", await readFile(join(PROJECT_ROOT, "client", "dist", name), "utf8"));
  if (path === "/settings") return send("application/json", JSON.stringify(scene?.settings));
  if (path === "/token") return send("text/plain", (await scene?.token()) ?? "");
  if (path === "/report") {
    report(JSON.parse(await text(request)));
    return send("text/plain", "");
  }
  if (folder === "reached") {
    await scene?.steps[name]?.();
    return send("text/plain", "");
  }
  response.writeHead(404).end();
}
