import { randomUUID, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SERVICE_SECRET_HEADER } from "../../../src/net/is-same-secret.ts";
import { Request } from "../miniflare.ts";
import type { LocalModels } from "./local-models.ts";

export interface ModelServer {
  readonly origin: string;
  /** Each request needs it in the header `SERVICE_SECRET_HEADER`. */
  readonly secret: string;
}

/** Serves the models on a loopback port. `wrangler dev` cannot bind a function of this process. */
export async function openModelServer({ answer }: Pick<LocalModels, "answer">): Promise<ModelServer> {
  const secret = `${randomUUID()}${randomUUID()}`;
  const server = createServer((incoming, outgoing) => {
    const handle = async (): Promise<void> => {
      const headers = new Headers(
        Object.entries(incoming.headersDistinct).map(([name, [value = ""] = []]) => [name, value]),
      );
      const body = await buffer(incoming);
      if (!isSame(headers.get(SERVICE_SECRET_HEADER) ?? "", secret)) {
        outgoing.writeHead(403).end();
        return;
      }
      const url = `http://models${incoming.url ?? "/"}`;
      const response = await answer(new Request(url, { method: "POST", headers: [...headers], body }));
      outgoing.writeHead(response.status).end(Buffer.from(await response.arrayBuffer()));
    };
    handle().catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, secret };
}

function isSame(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
