import type { AnswerOf, Caller } from "./operation-types.ts";

const KEYS = "/v1/api-keys";

/** A key without what lets anybody in. */
export type ApiKey = AnswerOf<"GET", typeof KEYS>["data"]["apiKeys"][number];
/** What lets a program in: the only time it is told. */
export type NewApiKey = ApiKey & { readonly key: string };

export interface ApiKeyTerms {
  /** Of 1 to 100 characters, to know it again. */
  readonly name: string;
  readonly actions: ApiKey["actions"];
  /** On which collections, and below them; default: wherever its user holds the actions. */
  readonly collectionIds?: readonly string[];
  /** Default: in 90 days; a year at the latest. */
  readonly expiresAt?: Date;
}

/** The user's API keys, which let programs in as the user in the terms of each. All throw `ApiError` when the service says anything but `ok`. */
export class ApiKeys {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Keep its `key` as a password: it is told once. */
  async create({ name, actions, collectionIds = [], expiresAt }: ApiKeyTerms): Promise<NewApiKey> {
    const body = { name, actions: [...actions], collectionIds: [...collectionIds], expiresAt: expiresAt?.toISOString() ?? null };
    const { key, ...terms } = (await this.#caller.request("POST", KEYS, { body })).data;
    if (key === null) throw new TypeError("The key was told before.");
    return { ...terms, key };
  }

  /** Those that have ended too, for as long as the service keeps them. */
  async list(): Promise<ApiKey[]> {
    return [...(await this.#caller.request("GET", KEYS)).data.apiKeys];
  }

  /** Ends a key at once, with the sockets and streams that were opened by it. */
  async revoke(apiKeyId: string): Promise<ApiKey> {
    return (await this.#caller.request("DELETE", `${KEYS}/{apiKeyId}`, { params: { apiKeyId } })).data;
  }
}
