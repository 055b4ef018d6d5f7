import type { VNode } from "preact";
import { query, useQuery } from "../../data/cache.ts";
import { type DataOf, idFromBytes } from "../../data/client.ts";
import { type CollectionTree, pathTo, useCollectionTree } from "../../data/collection-tree.ts";
import { FailureNote } from "../../parts/failure/failure-note.tsx";
import { Tag } from "../../parts/tag/tag.tsx";
import { formatBytes, formatDateTime } from "../../words/formats.ts";
import { facts } from "../../words/en/facts.ts";
import { addEnglish, t } from "../../words/t.ts";

addEnglish(facts);

type Asset = DataOf<"GET", "/v1/assets/{assetID}">;

/** The facts of a document: state, kind, size, origin and the collections that hold it. */
export function DocumentFacts({ asset }: { asset: Asset }): VNode {
  const { tree } = useCollectionTree();
  const { createdAt, lastReadyAt } = asset.metadata;
  const moment = (at: string | null): string | null => (at === null ? null : formatDateTime(new Date(at)));
  return (
    <div class="facts page-padded column">
      <h2>{t("facts.title")}</h2>
      <dl class="small">
        <dt>{t("facts.state")}</dt>
        <dd>
          <State asset={asset} />
        </dd>
        <dt>{t("facts.name")}</dt>
        <dd>
          <bdi>{asset.originalFileName || asset.displayName}</bdi>
        </dd>
        <dt>{t("facts.kind")}</dt>
        <dd>{asset.contentType}</dd>
        <dt>{t("facts.size")}</dt>
        <dd class="numbers">{formatBytes(asset.fileSize)}</dd>
        <dt>{t("facts.broughtIn")}</dt>
        <dd>
          <Author asset={asset} /> {moment(createdAt)}
        </dd>
        {lastReadyAt !== null && (
          <>
            <dt>{t("facts.read")}</dt>
            <dd>{moment(lastReadyAt)}</dd>
          </>
        )}
        {asset.refresh.checkedAt !== null && (
          <>
            <dt>{t("facts.checked")}</dt>
            <dd>{moment(asset.refresh.checkedAt)}</dd>
          </>
        )}
        <Versions assetId={idFromBytes("asset", asset.id)} moment={moment} />
        <dt>{t("facts.place")}</dt>
        <dd>
          <Places asset={asset} tree={tree} />
        </dd>
      </dl>
      {asset.summary !== "" && (
        <>
          <h3>{t("facts.summary")}</h3>
          <p class="small" dir="auto">
            {asset.summary}
          </p>
        </>
      )}
    </div>
  );
}

/** The versions of a document that has several, or whose last new version waits or was not readable. */
function Versions({
  assetId,
  moment,
}: {
  assetId: string;
  moment: (at: string) => string | null;
}): VNode | null {
  const { data } = useQuery(query("/v1/assets/{assetID}/versions", { params: { assetID: assetId } }));
  if (data === null) return null;
  const { versions, pendingFileName, failureReason, failureCode } = data;
  if (versions.length < 2 && pendingFileName === "" && failureReason === "") return null;
  return (
    <>
      <dt>{t("facts.versions")}</dt>
      <dd>
        {pendingFileName !== "" && (
          <p>
            <bdi>{pendingFileName}</bdi> <Tag kind="info">{t("facts.versionPending")}</Tag>
          </p>
        )}
        {failureReason !== "" && (
          <>
            <p>{t("facts.versionFailed")}</p>
            <FailureNote failure={failureCode} reason={failureReason} />
          </>
        )}
        <ul>
          {versions.map(({ version, createdAt, isCurrent }) => (
            <li key={version}>
              <a href={isCurrent ? `/d/${assetId}` : `/d/${assetId}?v=${version}`}>{moment(createdAt)}</a>{" "}
              {isCurrent && <Tag kind="calm">{t("facts.versionNow")}</Tag>}
            </li>
          ))}
        </ul>
      </dd>
    </>
  );
}

function State({ asset }: { asset: Asset }): VNode {
  const { lifecycleState, failureCode, failureReason, processingMessage } = asset;
  if (lifecycleState === "failed")
    return (
      <>
        <Tag kind="bad">{t("state.failed")}</Tag>
        <FailureNote failure={failureCode} reason={failureReason} />
      </>
    );
  if (lifecycleState !== "ready")
    return <Tag kind="info">{t(lifecycleState === "uploading" ? "state.sending" : "state.reading")}</Tag>;
  return (
    <>
      <Tag kind="calm">{t("state.ready")}</Tag>
      {/* The parts that nobody could read. */}
      {processingMessage !== "" && processingMessage !== "Ready." && (
        <bdi class="caption" lang="en">
          {processingMessage}
        </bdi>
      )}
    </>
  );
}

/** The name of the person who brought the document in, as far as one may see it. */
function Author({ asset: { metadata } }: { asset: Asset }): VNode | null {
  const id = metadata.createdBy === null ? null : idFromBytes("user", metadata.createdBy);
  const { data } = useQuery(id === null ? null : query("/v1/users", { query: { ids: [id] } }));
  const person = id === null ? undefined : data?.people[id];
  return person === undefined ? null : <bdi>{person.displayName}</bdi>;
}

/** Every collection that holds the document, with the path to it. */
function Places({ asset, tree }: { asset: Asset; tree: CollectionTree }): VNode {
  const ids = asset.collectionIds.map((bytes) => idFromBytes("col", bytes));
  return (
    <ul>
      {ids.map((id) => {
        const labels = pathTo(tree, id).map(({ label }) => label);
        return (
          <li key={id}>
            <a href={`/c/${id}`}>
              <bdi>{labels.length === 0 ? t("facts.unseen") : labels.join(" / ")}</bdi>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
