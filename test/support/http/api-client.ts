import * as z from "zod";
import { KnowledgeClient } from "../../../client/src/index.ts";

const envelope = z.object({
  code: z.string(),
  message: z.string(),
  data: z.unknown(),
  done: z.boolean(),
  eventKey: z.string(),
});

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: z.output<typeof envelope>;
}

/** The client, plus raw calls with any path and body that return the unparsed response. */
export class ApiClient extends KnowledgeClient {
  readonly origin: string;
  readonly token: string;

  constructor(origin: string, token: string) {
    super({ origin, token });
    this.origin = origin;
    this.token = token;
  }

  /** The response, whatever its status. */
  async call(method: string, path: string, body?: unknown): Promise<ApiAnswer> {
    const content = body === undefined ? {} : { "content-type": "application/json" };
    const init = { method, headers: { ...content, authorization: `Bearer ${this.token}` } };
    const response = await fetch(
      new URL(path, this.origin),
      body === undefined ? init : { ...init, body: JSON.stringify(body) },
    );
    return {
      status: response.status,
      headers: response.headers,
      body: envelope.parse(await response.json()),
    };
  }

  /** The data of a successful call. */
  async data<T extends z.ZodType>(
    shape: T,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<z.output<T>> {
    const answer = await this.call(method, path, body);
    if (answer.body.code !== "ok")
      throw new Error(`${method} ${path}: ${answer.status} ${answer.body.code}: ${answer.body.message}`);
    return shape.parse(answer.body.data);
  }

  /** A text response. */
  async text(path: string): Promise<string> {
    const response = await fetch(new URL(path, this.origin), {
      headers: { authorization: `Bearer ${this.token}` },
    });
    if (!response.ok) throw new Error(`GET ${path}: ${response.status}`);
    return await response.text();
  }
}
