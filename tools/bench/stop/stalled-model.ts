import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod";
import { vectorOf } from "../../../test/support/fixtures/model-server.ts";

const DIMENSIONS = 64;
const QUESTION = "question: ";
const order = z.object({ input: z.array(z.string()) });

/** A local embedding model that stalls on demand, so that answers that need it wait. */
export class StalledModel {
  /** The stalled requests. */
  readonly #held: (() => void)[] = [];
  #holds = false;
  #seen: () => void = () => {};
  readonly #server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (piece: string) => (body += piece));
    request.on("end", () => this.#answer(order.parse(JSON.parse(body)).input, response));
  });

  /** @returns the settings of a service that uses this model */
  async start(): Promise<Record<string, string>> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
    const named = {
      EMBEDDER: "openai",
      EMBEDDING_URL: url,
      EMBEDDING_MODEL: "held",
      EMBEDDING_DIMENSIONS: String(DIMENSIONS),
    };
    return { ...named, EMBEDDING_QUESTION_PREFIX: QUESTION };
  }

  /** Stalls requests from now on. @returns resolves at the first stalled request */
  stall(): Promise<void> {
    this.#holds = true;
    return new Promise((resolve) => (this.#seen = resolve));
  }

  release(): void {
    this.#holds = false;
    for (const answer of this.#held.splice(0)) answer();
  }

  stop(): void {
    this.release();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(input: readonly string[], response: ServerResponse): void {
    const answer = (): void => {
      const data = input.map((text, index) => ({ index, embedding: vectorOf(text, DIMENSIONS) }));
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
    };
    if (!this.#holds || !input.some((text) => text.startsWith(QUESTION))) return answer();
    this.#held.push(answer);
    this.#seen();
  }
}
