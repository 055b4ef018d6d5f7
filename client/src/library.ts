import type { SearchOptions } from "./client-options.ts";
import { type PassagePage, searchPassages } from "./search-passages.ts";
import type { AnswerOf, Caller, Schemas } from "./operation-types.ts";

const ASSETS = "/v1/collections/{collectionID}/assets/move";
const THREADS = "/v1/collections/{collectionID}/threads/move";

/** Assets or threads, at most 100, that leave one collection for another one. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly ids: readonly string[];
}

/** The users, invitations and public links that gain or lose access by a change. */
export type AccessEffects = Schemas["Rehearsal"];

/** The signed address of a document's original file, with the file's name and size in bytes. */
export type Download = AnswerOf<"GET", "/v1/assets/{assetID}/download">["data"];

/** A user with whom the caller may share. `email` is "" if the caller may not see the address. */
export type Contact = AnswerOf<"POST", "/v1/users/search">["data"]["users"][number];

/** Operations on the documents and threads of collections. All throw `ApiError`. */
export class Library {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  async moveAssets({ from, to, ids }: Move): Promise<void> {
    const body = { collectionId: from, targetCollectionId: to, assetIds: [...ids] };
    await this.#caller.request("POST", ASSETS, { params: { collectionID: from }, body });
  }

  /** A thread that leaves its home gets the target as its home. */
  async moveThreads({ from, to, ids }: Move): Promise<void> {
    const body = { collectionId: from, targetCollectionId: to, threadIds: [...ids] };
    await this.#caller.request("POST", THREADS, { params: { collectionID: from }, body });
  }

  /** Reports the effects of `moveAssets` and changes nothing. */
  async previewAssetMove({ from, to, ids }: Move): Promise<AccessEffects> {
    const body = { collectionId: from, targetCollectionId: to, assetIds: [...ids] };
    const query = { dryRun: "true" } as const;
    return (await this.#caller.request("POST", ASSETS, { params: { collectionID: from }, query, body })).data;
  }

  /** Reports the effects of `moveThreads` and changes nothing. */
  async previewThreadMove({ from, to, ids }: Move): Promise<AccessEffects> {
    const body = { collectionId: from, targetCollectionId: to, threadIds: [...ids] };
    const query = { dryRun: "true" } as const;
    return (await this.#caller.request("POST", THREADS, { params: { collectionID: from }, query, body }))
      .data;
  }

  /**
   * An address that saves the original file of a document under its name. It needs no credential and is
   * valid for ten minutes.
   */
  async downloadOf(assetID: string): Promise<Download> {
    return (await this.#caller.request("GET", "/v1/assets/{assetID}/download", { params: { assetID } })).data;
  }

  /** The first people to share with, by name, whose names begin with a text. */
  async findContacts(namePrefix = "", limit = 10): Promise<Contact[]> {
    const body = { namePrefix, limit };
    return [...(await this.#caller.request("POST", "/v1/users/search", { body })).data.users];
  }

  /** Finds passages like `client.search`, and reports whether more of them exist. */
  async searchPassages(query: string, options: SearchOptions = {}): Promise<PassagePage> {
    return await searchPassages(this.#caller, query, options);
  }
}
