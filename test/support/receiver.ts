import type { ServerResponse } from "node:http";
import { bodyOf, dripping, endless, startLocalServer } from "./local-server.ts";

export interface ReceivedMessage {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Starts a local receiver of webhooks. `/<behaviour>/<tag>` takes a delivery, and `GET /received?tag=`
 * returns those of a tag.
 */
export async function startReceiver() {
  const received: ReceivedMessage[] = [];
  const { origin, close } = await startLocalServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://receiver");
    if (request.method === "GET") {
      const tag = url.searchParams.get("tag") ?? "";
      response.end(JSON.stringify(received.filter(({ path }) => path.endsWith(`/${tag}`))));
      return;
    }
    void bodyOf(request).then((body) => {
      received.push({ path: url.pathname, headers: request.headers as Record<string, string>, body });
      behave(url.pathname.split("/")[1] ?? "", request, response);
    });
  });
  return { origin, close, received };
}

function behave(behaviour: string, request: Parameters<typeof endless>[0], response: ServerResponse): void {
  switch (behaviour) {
    case "ok":
      response.writeHead(204).end();
      return;
    case "silent":
      return;
    case "endless":
      return endless(request, response);
    case "dripping":
      return dripping(request, response);
    case "to-private":
      response.writeHead(307, { location: "http://169.254.169.254/latest/meta-data/" }).end();
      return;
    default:
      response.writeHead(Number(behaviour)).end("Oh.");
  }
}
