import type { DatabaseSync } from "node:sqlite";
import { parseArtifacts } from "../../../src/domain/asset.ts";
import { diagnosticKey } from "../../../src/domain/diagnostic.ts";

/** What the records name. */
export interface NamedObjects {
  /** Keys of objects that must exist, with the record that names each. */
  readonly keys: ReadonlyMap<string, string>;
  /** Beginnings of keys that belong to records: `org/asset/` and so on. */
  readonly prefixes: ReadonlySet<string>;
  /** Assets that an index must hold. */
  readonly indexed: readonly IndexedAsset[];
}

export interface IndexedAsset {
  readonly assetId: string;
  readonly organizationId: string;
  readonly textVersion: string;
}

interface AssetRow {
  readonly id: string;
  readonly organization_id: string;
  readonly lifecycle_state: string;
  readonly object_key: string;
  readonly object_etag: string;
  readonly text_version: string;
  readonly artifacts: string;
}

/** Reads what D1's records name. */
export function readNamedObjects(records: DatabaseSync): NamedObjects {
  const keys = new Map<string, string>();
  const prefixes = new Set<string>();
  const indexed: IndexedAsset[] = [];
  const assets = records
    .prepare(
      "SELECT id, organization_id, lifecycle_state, object_key, object_etag, text_version, artifacts FROM assets",
    )
    .iterate() as unknown as Iterable<AssetRow>;
  for (const asset of assets) {
    const { id, organization_id: organizationId, text_version: textVersion } = asset;
    prefixes.add(`${organizationId}/${id}/`);
    if (asset.object_etag !== "") keys.set(asset.object_key, id);
    for (const artifact of Object.values(parseArtifacts(asset.artifacts)))
      if (artifact !== undefined) keys.set(artifact.key, id);
    if (asset.lifecycle_state === "ready" && textVersion !== "")
      indexed.push({ assetId: id, organizationId, textVersion });
  }
  for (const [key, assetId] of textKeys(records)) keys.set(key, assetId);
  for (const { id } of records.prepare("SELECT id FROM diagnostics").iterate() as Iterable<{ id: string }>) {
    keys.set(diagnosticKey(id as Parameters<typeof diagnosticKey>[0]), id);
    prefixes.add(diagnosticKey(id as Parameters<typeof diagnosticKey>[0]));
  }
  return { keys, prefixes, indexed };
}

/** Keys of all stored texts: citations name older versions too. */
function* textKeys(records: DatabaseSync): Generator<readonly [string, string]> {
  const texts = records
    .prepare("SELECT asset_id, text_key, chunks_key FROM asset_texts")
    .iterate() as unknown as Iterable<{ asset_id: string; text_key: string; chunks_key: string }>;
  for (const row of texts) {
    yield [row.text_key, row.asset_id];
    yield [row.chunks_key, row.asset_id];
  }
}
