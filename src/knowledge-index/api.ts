import type { Id } from "../domain/ids.ts";
import type { Passage, SearchResult } from "../domain/retrieval.ts";

/** The RPC interface of `KnowledgeIndex`. */
export interface KnowledgeIndexApi extends Rpc.DurableObjectBranded {
  replaceAsset(input: ReplaceAssetInput): Promise<ReplaceAssetResult>;
  /** Replaces several assets in order. Texts passed as `content` share transactions. */
  replaceAssets(inputs: readonly ReplaceAssetInput[]): Promise<readonly ReplaceAssetResult[]>;
  removeAsset(input: RemoveAssetInput): Promise<void>;
  /** Deletes the asset permanently. Repeat the call while rows remain. */
  purgeAsset(assetId: string): Promise<PurgedRows>;
  setAssetCollections(input: SetAssetCollectionsInput): Promise<void>;
  collectionsMoved(collectionIds: readonly string[]): Promise<void>;
  search(input: SearchInput): Promise<SearchAnswer>;
  readLeadPassages(input: ReadLeadPassagesInput): Promise<readonly Passage[]>;
  spell(input: SpellInput): Promise<SpellAnswer>;
  stats(): IndexStats;
  /** Passages of the asset, including staged and deleted ones that no search reads. */
  countPassages(assetId: string): number;
  /**
   * Rows of the asset that are still on disk. Unmerged full-text segments and dropped tables count as one row
   * each.
   */
  countRemainingRows(assetId: string): number;
  clear(): Promise<void>;
}

export interface PurgedRows {
  /** Passages that the asset had; 0 if an earlier call counted them. */
  readonly passages: number;
  /** Rows of the asset that remain. */
  readonly left: number;
}

export interface ReplaceAssetInput {
  readonly assetId: string;
  /** Increases with each indexing run of the asset. After a removal the index accepts only later runs. */
  readonly run: number;
  /** The hash of the extracted text that the chunk map belongs to. */
  readonly version: string;
  readonly displayName: string;
  /** The collections that contain the asset directly. */
  readonly collectionIds: readonly string[];
  /** R2 key of the extracted text, UTF-8. */
  readonly textKey: string;
  /** R2 key of the chunk map, JSON: `ChunkMap` of storage/r2/chunk-map.ts. */
  readonly chunksKey: string;
  /** The stored contents of a short text. With them the index does not read R2. */
  readonly content?: { readonly text: string; readonly chunkMap: string };
}

export interface ReplaceAssetResult {
  readonly outcome: "replaced" | "older_run";
  /** Chunks of the asset that the index now holds. */
  readonly chunks: number;
}

export interface RemoveAssetInput {
  readonly assetId: string;
  /** The index removes this run and rejects it and earlier ones from now on. A later run stays. */
  readonly run: number;
}

export interface SetAssetCollectionsInput {
  readonly assetId: string;
  readonly collectionIds: readonly string[];
  readonly displayName: string;
}

export interface SearchInput {
  readonly query: string;
  /** The scope contains the assets in these collections and their descendants. */
  readonly collectionIds: readonly string[];
  /** Subtrees to exclude. None of them contains one of `collectionIds`. */
  readonly excludedCollectionIds?: readonly string[];
  /** Assets that are in scope wherever they are. */
  readonly assetIds: readonly string[];
  /** Assets that are out of scope wherever they are. */
  readonly excludedAssetIds?: readonly string[];
  /** Clamped to 1..100. */
  readonly limit: number;
}

/** The results, and the cost of reading unknown collections from D1, which is normally zero. */
export interface SearchAnswer extends SearchResult {
  readonly cost: { readonly trips: number; readonly rowsRead: number };
}

export interface ReadLeadPassagesInput {
  /** At most 100 assets are read. */
  readonly assetIds: readonly string[];
  /** Lead passages to read from each asset, clamped to 1..256. All assets together get at most 512. */
  readonly passages: number;
}

export interface SpellInput extends Omit<SearchInput, "query" | "limit"> {
  readonly prompt: string;
}

/** A word in scope, spelled as in this version of an asset. */
export interface Spelling {
  readonly surface: string;
  readonly assetId: Id<"asset">;
  readonly version: string;
  /** Number of occurrences in the sampled passages. */
  readonly count: number;
}

/** A word of a prompt that no document in scope contains, at `[start, end)` in UTF-16 code units. */
export interface UnknownWord {
  /** Normalized. */
  readonly term: string;
  readonly surface: string;
  readonly start: number;
  readonly end: number;
  /** Suggested corrections, the most frequent first. */
  readonly spellings: readonly Spelling[];
}

export interface SpellAnswer {
  readonly words: readonly UnknownWord[];
  readonly cost: SearchAnswer["cost"];
}

export interface IndexStats {
  readonly assets: number;
  readonly chunks: number;
}
