import type { AnswerOf, KnowledgeClient } from "../../index.ts";
import { ApiError } from "../../index.ts";
import { idFromBytes } from "../../identifiers.ts";
import { normalizeName } from "../folders.ts";
import type { SyncedFile } from "./sync-state.ts";

/** The service's page size. */
const PAGE = 200;

type Listed = AnswerOf<"GET", "/v1/collection/{collectionID}/assets">["data"]["result"]["entities"][number];

export interface RemoteFile {
  readonly id: string;
  /** The first of `collectionIds`. */
  readonly collectionId: string;
  readonly collectionIds: readonly string[];
  /** "" if unknown. */
  readonly sha256: string;
  readonly state: Listed["data"]["lifecycleState"];
  readonly displayName: string;
}

/** The assets below a collection. */
export class RemoteFiles {
  readonly #byId = new Map<string, RemoteFile>();
  readonly #byKey = new Map<string, RemoteFile[]>();

  /**
   * Lists the subtree of a collection, and asks for each known asset that the list does not show: the pages of a list
   * shift when others delete documents meanwhile.
   * @param collectionID "" for a collection that does not exist yet
   */
  static async read(
    client: KnowledgeClient,
    collectionID: string,
    known: Iterable<SyncedFile>,
  ): Promise<RemoteFiles> {
    const found = new RemoteFiles();
    if (collectionID === "") return found;
    for (let offset = 0; ; offset += PAGE) {
      const { data } = await client.request("GET", "/v1/collection/{collectionID}/assets", {
        params: { collectionID },
        query: { includeDescendants: "true", limit: PAGE, offset, sort: "createdAt" },
      });
      for (const entity of data.result.entities) found.#addListed(entity);
      if (!data.pagination.hasNextPage || data.result.entities.length === 0) break;
    }
    for (const { assetId, replaces = [] } of known)
      for (const id of [assetId, ...replaces])
        if (id !== "" && !found.#byId.has(id)) await found.#addAlone(client, id);
    return found;
  }

  get(id: string): RemoteFile | undefined {
    return this.#byId.get(id);
  }

  /** An asset of a collection with this name and these bytes, and none of the excluded ones. */
  find(
    collectionId: string,
    name: string,
    sha256: string,
    excluded: ReadonlySet<string>,
  ): RemoteFile | undefined {
    const equal = this.#byKey.get(keyOf(collectionId, name, sha256)) ?? [];
    return equal.find(({ id }) => !excluded.has(id));
  }

  #addListed({ data, collectionIds }: Listed): void {
    const holders = collectionIds.map((bytes) => idFromBytes("col", bytes));
    const { id, sha256, lifecycleState: state, displayName } = data;
    const file = { id, collectionId: holders[0] ?? "", collectionIds: holders, sha256, state, displayName };
    this.#byId.set(id, file);
    for (const holder of holders) {
      for (const name of new Set([data.originalFilename, displayName])) {
        const key = keyOf(holder, normalizeName(name), sha256);
        const equal = this.#byKey.get(key);
        if (equal === undefined) this.#byKey.set(key, [{ ...file, collectionId: holder }]);
        else equal.push({ ...file, collectionId: holder });
      }
    }
  }

  async #addAlone(client: KnowledgeClient, assetID: string): Promise<void> {
    try {
      const { data } = await client.request("GET", "/v1/assets/{assetID}", { params: { assetID } });
      const { lifecycleState: state, displayName } = data;
      if (state === "deleted") return;
      const collectionIds = data.collectionIds.map((bytes) => idFromBytes("col", bytes));
      const collectionId = collectionIds[0] ?? "";
      this.#byId.set(assetID, { id: assetID, collectionId, collectionIds, sha256: "", state, displayName });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "not_found") throw error;
    }
  }
}

function keyOf(collectionId: string, name: string, sha256: string): string {
  return `${collectionId} ${sha256} ${name}`;
}
