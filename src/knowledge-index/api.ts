import type { Id } from "../domain/ids.ts";
import type { Passage, SearchResult } from "../domain/retrieval.ts";

/** What the methods of `KnowledgeIndex` take and return over RPC. */
export interface KnowledgeIndexApi extends Rpc.DurableObjectBranded {
  replaceAsset(input: ReplaceAssetInput): Promise<ReplaceAssetResult>;
  /** The same for several assets, in their order; texts that are handed on share transactions. */
  replaceAssets(inputs: readonly ReplaceAssetInput[]): Promise<readonly ReplaceAssetResult[]>;
  removeAsset(input: RemoveAssetInput): Promise<void>;
  /** Removes the asset for good. Call it again while rows are left. */
  purgeAsset(assetId: string): Promise<PurgedRows>;
  setAssetCollections(input: SetAssetCollectionsInput): Promise<void>;
  collectionsMoved(collectionIds: readonly string[]): Promise<void>;
  search(input: SearchInput): Promise<SearchAnswer>;
  readBeginnings(input: ReadBeginningsInput): Promise<readonly Passage[]>;
  spell(input: SpellInput): Promise<SpellAnswer>;
  stats(): IndexStats;
  /** How many passages of the asset it holds, those that no search sees too. */
  countPassages(assetId: string): number;
  /** How many rows of the asset it holds anywhere; words that wait for a merge, and tables that were put aside, count as one each. */
  countRemains(assetId: string): number;
  clear(): Promise<void>;
}

export interface PurgedRows {
  /** How many passages the asset had; 0 when an earlier call counted them. */
  readonly passages: number;
  /** How many rows of it are still there. */
  readonly left: number;
}

export interface ReplaceAssetInput {
  readonly assetId: string;
  /** Counts the asset's indexing runs upwards; after a removal only a later run is taken. */
  readonly run: number;
  /** The hash of the extracted text that the chunk map counts in. */
  readonly version: string;
  readonly displayName: string;
  /** The collections that hold the asset directly. */
  readonly collectionIds: readonly string[];
  /** R2 key of the extracted text, UTF-8. */
  readonly textKey: string;
  /** R2 key of the chunk map, JSON: `ChunkMap` of storage/r2/chunk-map.ts. */
  readonly chunksKey: string;
  /** What lies there, handed on by who has just stored it: R2 is not asked then. Of a short text only. */
  readonly content?: { readonly text: string; readonly chunkMap: string };
}

export interface ReplaceAssetResult {
  readonly outcome: "replaced" | "older_run";
  /** How many chunks of the asset the index holds now. */
  readonly chunks: number;
}

export interface RemoveAssetInput {
  readonly assetId: string;
  /** The last run to be forgotten: a later one stays, this and earlier ones are refused from now on. */
  readonly run: number;
}

export interface SetAssetCollectionsInput {
  readonly assetId: string;
  readonly collectionIds: readonly string[];
  readonly displayName: string;
}

export interface SearchInput {
  readonly query: string;
  /** Assets in one of these or below are in scope. */
  readonly collectionIds: readonly string[];
  /** But not in one of these or below: none of `collectionIds` lies there. */
  readonly excludedCollectionIds?: readonly string[];
  /** Assets in scope wherever they are. */
  readonly assetIds: readonly string[];
  /** Assets out of scope wherever they are. */
  readonly excludedAssetIds?: readonly string[];
  /** Held to 1..100. */
  readonly limit: number;
}

/** What was found, and what asking D1 about collections that the index had not met has cost: nothing, mostly. */
export interface SearchAnswer extends SearchResult {
  readonly cost: { readonly trips: number; readonly rowsRead: number };
}

export interface ReadBeginningsInput {
  /** At most 100 are read. */
  readonly assetIds: readonly string[];
  /** How many of its first passages are read of each; held to 1..256, and of all together to 512. */
  readonly passages: number;
}

export interface SpellInput extends Omit<SearchInput, "query" | "limit"> {
  readonly prompt: string;
}

/** A word of the scope, as it is written in this version of an asset. */
export interface Spelling {
  readonly surface: string;
  readonly assetId: Id<"asset">;
  readonly version: string;
  /** How often it was seen, among some passages. */
  readonly count: number;
}

/** A word of a prompt, at `[start, end)` in UTF-16 code units, that nothing in scope holds. */
export interface UnknownWord {
  /** Folded. */
  readonly term: string;
  readonly surface: string;
  readonly start: number;
  readonly end: number;
  /** What it may be a slip for, the most frequent first. */
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
