import type { AnswerOf, Caller } from "./operation-types.ts";

const KEYS = "/v1/api-keys";

/** An API key without its secret. */
export type ApiKey = AnswerOf<"GET", typeof KEYS>["data"]["apiKeys"][number];
/** A new API key with its secret, which the service returns only here. */
export type NewApiKey = ApiKey & { readonly key: string };

export interface ApiKeyTerms {
  /** A name of 1 to 100 characters. */
  readonly name: string;
  readonly actions: ApiKey["actions"];
  /**
   * The collections that the key reaches, with their subcollections. Default: all collections where its user
   * has the actions.
   */
  readonly collectionIds?: readonly string[];
  /** Default: in 90 days; at most one year. */
  readonly expiresAt?: Date;
}

/**
 * The user's API keys: programs act as the user within the limits of each key. All methods throw `ApiError`.
 */
export class ApiKeys {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Store the returned `key` like a password: the service does not return it again. */
  async create({ name, actions, collectionIds = [], expiresAt }: ApiKeyTerms): Promise<NewApiKey> {
    const body = {
      name,
      actions: [...actions],
      collectionIds: [...collectionIds],
      expiresAt: expiresAt?.toISOString() ?? null,
    };
    const { key, ...terms } = (await this.#caller.request("POST", KEYS, { body })).data;
    if (key === null) throw new TypeError("The service returned this key before and does not repeat it.");
    return { ...terms, key };
  }

  /** Includes expired and revoked keys until the service deletes them. */
  async list(): Promise<ApiKey[]> {
    return [...(await this.#caller.request("GET", KEYS)).data.apiKeys];
  }

  /** Revokes a key immediately and closes the sockets and streams that it opened. */
  async revoke(apiKeyId: string): Promise<ApiKey> {
    return (await this.#caller.request("DELETE", `${KEYS}/{apiKeyId}`, { params: { apiKeyId } })).data;
  }
}
