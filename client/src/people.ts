import { type Identifier, idText } from "./identifiers.ts";
import type { Caller, Schemas } from "./operation-types.ts";

/** The name and the picture of a user. */
export type Person = Schemas["Person"];

/** The service accepts this many users in one request. */
const USERS_PER_REQUEST = 100;

/** The author of answers and of progress events: 16 zero bytes. It has no name. */
const SERVICE_USER = "user_00000000000000000000000000";

/**
 * Names and pictures of people. `add` takes them from pages of a thread, and `load` requests the others. It
 * requests each user once, also a user that the caller may not see.
 */
export class People {
  readonly #caller: Caller;
  readonly #threadID: string | undefined;
  readonly #known = new Map<string, Person | null>();
  readonly #pending = new Map<string, Promise<void>>();

  /** @param threadID a thread whose people `load` also finds */
  constructor(caller: Caller, threadID?: string) {
    this.#caller = caller;
    this.#threadID = threadID;
  }

  /** @param people field `people` of a thread or of a list of answers */
  add(people: Readonly<Record<string, Person>>): void {
    for (const [userId, person] of Object.entries(people)) this.#known.set(userId, person);
  }

  /** Undefined for an unknown user, and for the service. */
  find(user: Identifier): Person | undefined {
    return this.#known.get(idText("user", user)) ?? undefined;
  }

  /**
   * Loads the people that are still unknown. `find` returns them afterwards, unless the caller may not see
   * them.
   * @throws ApiError; a later call repeats the request
   */
  async load(users: Iterable<Identifier>): Promise<void> {
    const wanted = new Set([...users].map((user) => idText("user", user)));
    wanted.delete(SERVICE_USER);
    const missing = [...wanted].filter((id) => !this.#known.has(id) && !this.#pending.has(id));
    for (let at = 0; at < missing.length; at += USERS_PER_REQUEST) {
      const ids = missing.slice(at, at + USERS_PER_REQUEST);
      const request = this.#request(ids).finally(() => {
        for (const id of ids) this.#pending.delete(id);
      });
      for (const id of ids) this.#pending.set(id, request);
    }
    await Promise.all([...wanted].flatMap((id) => this.#pending.get(id) ?? []));
  }

  async #request(ids: readonly string[]): Promise<void> {
    const { data } = await this.#caller.request("GET", "/v1/users", {
      query: { ids: [...ids], threadID: this.#threadID },
    });
    for (const id of ids) this.#known.set(id, data.people[id] ?? null);
  }
}
