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
  stats(): IndexStats;
  /** Number of the asset's passages, including staged and deleted passages that no search reads. */
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
  /** Rows of the asset that the index has not deleted yet. */
  readonly left: number;
}

export interface ReplaceAssetInput {
  readonly assetId: string;
  /**
   * Increases with each indexing run of the asset. After a removal, the index accepts only runs with a higher
   * number.
   */
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
  /** The stored contents of a short text, so that the index need not read R2. */
  readonly content?: { readonly text: string; readonly chunkMap: string };
}

export interface ReplaceAssetResult {
  readonly outcome: "replaced" | "older_run";
  /** Chunks of the asset in the index after the call. */
  readonly chunks: number;
}

export interface RemoveAssetInput {
  readonly assetId: string;
  /**
   * The index deletes the asset's rows and rejects this run and earlier runs from now on. It keeps the rows
   * of a later run.
   */
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
  /** Assets that are in scope, whatever their collections. */
  readonly assetIds: readonly string[];
  /** Assets that are out of scope, whatever their collections. */
  readonly excludedAssetIds?: readonly string[];
  /** Maximum number of results, clamped to 1..100. */
  readonly limit: number;
}

/**
 * The search results and the D1 cost of reading collections that the index does not know. The cost is
 * normally zero.
 */
export interface SearchAnswer extends SearchResult {
  readonly cost: { readonly trips: number; readonly rowsRead: number };
}

export interface ReadLeadPassagesInput {
  /** The index reads the first 100 assets at most. */
  readonly assetIds: readonly string[];
  /** Lead passages to read from each asset, clamped to 1..256. All assets together get at most 512. */
  readonly passages: number;
  /** Offset in the text of each asset. The first passage is the one that ends behind it. Default: 0. */
  readonly from?: number;
}

export interface IndexStats {
  readonly assets: number;
  readonly chunks: number;
}
