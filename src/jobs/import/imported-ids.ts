import { importedId } from "../../domain/imported-id.ts";
import { type Id, type IdKind, parseId, SERVICE_USER_ID } from "../../domain/ids.ts";

/** Maps ids of an archive to ids of the target organization. */
export class ImportedIds {
  readonly #importId: Id<"op">;
  readonly #importer: Id<"user">;
  /** Existing collections that replace collections of the archive, by the archive's ids. */
  readonly #mapped: Readonly<Record<string, string>>;

  constructor(importId: Id<"op">, importer: Id<"user">, mapped: Readonly<Record<string, string>>) {
    this.#importId = importId;
    this.#importer = importer;
    this.#mapped = mapped;
  }

  async of<K extends IdKind>(kind: K, old: string, within = ""): Promise<Id<K>> {
    const known = this.#mapped[old];
    return known === undefined ? await importedId(kind, this.#importId, old as Id, within) : (known as Id<K>);
  }

  /** Maps the id of a scope target. */
  async ofTarget({
    kind,
    id,
  }: {
    readonly kind: "collection" | "asset";
    readonly id: string;
  }): Promise<Id<"col"> | Id<"asset">> {
    return kind === "collection" ? await this.of("col", id) : await this.of("asset", id);
  }

  /** Maps the id of a passage that a citation names. An invalid id becomes "". */
  async ofChunk(old: string, assetId: string): Promise<string> {
    const chunk = parseId("chunk", old);
    return chunk === null ? "" : await this.of("chunk", chunk, assetId);
  }

  /** The author of imported messages: the service for its own messages, the importing user for all others. */
  author(old: string): Id<"user"> {
    return old === SERVICE_USER_ID ? SERVICE_USER_ID : this.#importer;
  }

  get importer(): Id<"user"> {
    return this.#importer;
  }
}
