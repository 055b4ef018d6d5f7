import type { VNode } from "preact";
import { query, useQuery } from "../../data/cache.ts";
import { idFromBytes } from "../../data/client.ts";
import { formatDate } from "../../words/formats.ts";
import { t } from "../../words/t.ts";
import { ErrorState } from "../empty/error-state.tsx";
import { Skeleton } from "../skeleton/skeleton.tsx";

/** Every grant by which a person reaches a collection, with the collection that it was made on. */
export function GrantList({ collectionId, userId }: { collectionId: string; userId: string }): VNode {
  const { data, error } = useQuery(
    query("/v1/collections/{collectionID}/access", {
      params: { collectionID: collectionId },
      query: { userId },
    }),
  );
  if (error !== null && data === null) return <ErrorState error={error} />;
  if (data === null) return <Skeleton lines={1} />;
  return (
    <ul class="grant-list small">
      {data.grants.map((grant) => (
        <li key={String(grant.grantId)}>
          {t(`rights.${grant.action}`)} ·{" "}
          {grant.collectionId === null ? (
            <span>{t("share.hiddenPlace")}</span>
          ) : (
            <a href={`/c/${idFromBytes("col", grant.collectionId)}`}>
              <bdi>{grant.collectionLabel}</bdi>
            </a>
          )}
          {grant.isInherited && <span class="muted"> ({t("share.above")})</span>}
          {grant.grantedByDisplayName !== "" && (
            <span class="muted"> · {t("share.by", { name: grant.grantedByDisplayName })}</span>
          )}
          <span class="muted"> · {formatDate(new Date(grant.grantedAt))}</span>
        </li>
      ))}
    </ul>
  );
}
