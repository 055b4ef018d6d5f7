import type { VNode } from "preact";
import { query, useQuery } from "../data/cache.ts";
import { useCollectionTree } from "../data/collection-tree.ts";
import { client, type DataOf, idFromBytes } from "../data/client.ts";
import { formatDate } from "../words/formats.ts";
import { t } from "../words/t.ts";
import { Words } from "../words/words.tsx";
import { safeAddress } from "./safe-address.ts";
import { useLoading } from "./use-stored-text.ts";

type Asset = DataOf<"GET", "/v1/assets/{assetID}">;

/** Extractors of documents that hold files. */
const HOLDERS = new Set(["archive", "mail", "mbox"]);
/** Files of an archive that are looked up. */
const MAX_FILES = 60;

/** Where a document comes from, and the files that it holds: crawled pages, archives and mail. */
export function OriginLine({ asset }: { asset: Asset }): VNode | null {
  const address = safeAddress(asset.sourceURL);
  const { checkedAt } = asset.refresh;
  const parentId = asset.parentAssetId === null ? null : idFromBytes("asset", asset.parentAssetId);
  const hasFiles = HOLDERS.has(asset.extractionStrategy);
  if (address === null && parentId === null && !hasFiles) return null;
  return (
    <div class="reader-origin row small">
      {parentId !== null && <Parent assetId={parentId} />}
      {address !== null && (
        <span>
          {checkedAt !== null && `${t("reader.readOn", { date: formatDate(new Date(checkedAt)) })} `}
          <a href={address} target="_blank" rel="noopener noreferrer" title={address}>
            {t("reader.original")}
          </a>
        </span>
      )}
      {hasFiles && <Files asset={asset} />}
    </div>
  );
}

function Parent({ assetId }: { assetId: string }): VNode | null {
  const { data } = useQuery(query("/v1/assets/{assetID}", { params: { assetID: assetId } }));
  if (data === null) return null;
  const link = (
    <a href={`/d/${assetId}`}>
      <bdi>{data.displayName}</bdi>
    </a>
  );
  return (
    <span>
      <Words of="reader.partOf" with={{ name: link }} />
    </span>
  );
}

/** The files of an archive or a message: assets in a collection that has its name. */
function Files({ asset }: { asset: Asset }): VNode | null {
  const { tree } = useCollectionTree();
  const id = idFromBytes("asset", asset.id);
  const holders = new Set(asset.collectionIds.map((bytes) => idFromBytes("col", bytes)));
  const names = [asset.displayName, asset.originalFileName];
  const folders = [...tree.values()]
    .filter(({ parentId, label }) => parentId !== null && holders.has(parentId) && names.includes(label))
    .map((node) => node.id);
  const key = folders.length === 0 ? null : `${id} ${folders.join(" ")}`;
  const files = useLoading(key, async (signal) => await filesOf(id, folders, signal)).data ?? [];
  if (files.length === 0) return null;
  return (
    <ul class="reader-files row" aria-label={t("reader.files")}>
      {files.map((file) => (
        <li key={file.id}>
          <a href={`/d/${file.id}`}>
            <bdi>{file.name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

interface HeldFile {
  readonly id: string;
  readonly name: string;
}

async function filesOf(
  assetId: string,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<readonly HeldFile[]> {
  const held: HeldFile[] = [];
  for (const collectionID of folders) {
    const { data } = await client.request("GET", "/v1/collection/{collectionID}/assets", {
      params: { collectionID },
      query: { limit: MAX_FILES, includeDescendants: "true", sort: "displayName" },
      signal,
    });
    for (const { data: file } of data.result.entities) {
      const found = await client.request("GET", "/v1/assets/{assetID}", {
        params: { assetID: file.id },
        signal,
      });
      const { parentAssetId } = found.data;
      // Somebody may have put another document beside them.
      if (parentAssetId === null || idFromBytes("asset", parentAssetId) !== assetId) continue;
      held.push({ id: file.id, name: file.displayName });
    }
  }
  return held;
}
