import type { ExtensionOperation } from "./extension-operations.ts";

interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Called {
  readonly code: string;
  readonly eventKey: string;
  readonly done: boolean;
  readonly data: any;
}

/** The calls that a company has made, as method and path, with ids as text. */
export class CompanyCalls {
  readonly used = new Set<string>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async call(
    token: string,
    operation: ExtensionOperation,
    { params = {}, query = {}, body, headers = {} }: Parts = {},
  ): Promise<Called> {
    const [method = "", path = ""] = operation.split(" ");
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
    const url = new URL(`${filled}?${new URLSearchParams(query).toString()}`, this.#origin);
    const content = body === undefined ? {} : { "content-type": "application/json" };
    const init = {
      method,
      headers: { authorization: `Bearer ${token}`, prefer: "identifiers=text", ...content, ...headers },
    };
    const response = await fetch(url, body === undefined ? init : { ...init, body: JSON.stringify(body) });
    this.used.add(operation);
    return (await response.json()) as Called;
  }

  /** The data of a successful call. */
  async data(token: string, operation: ExtensionOperation, parts: Parts = {}): Promise<any> {
    const { code, data, ...rest } = await this.call(token, operation, parts);
    if (code !== "ok") throw new Error(`${operation}: ${code} ${JSON.stringify(rest)}`);
    return data;
  }
}
