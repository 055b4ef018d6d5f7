import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { query, useQuery } from "../../data/cache.ts";
import { ApiError, client, type DataOf } from "../../data/client.ts";
import { keptReceipts } from "../../data/receipts.ts";
import { workspace } from "../../data/session.ts";
import { Button } from "../../parts/button/button.tsx";
import { Empty } from "../../parts/empty/empty.tsx";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Icon } from "../../parts/icon/icon.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { Tag } from "../../parts/tag/tag.tsx";
import { formatDateTime } from "../../words/formats.ts";
import { countedRecords } from "../../words/counted-records.ts";
import { t } from "../../words/t.ts";

/** The receipts of deletions for good that this device keeps; one of them opened. */
export function Receipts({ openedId }: { openedId: string | null }): VNode {
  const known = keptReceipts(workspace.value?.userId ?? "");
  if (openedId !== null) {
    const label = known.find(({ id }) => id === openedId)?.label ?? "";
    return <Receipt key={openedId} id={openedId} label={label} />;
  }
  if (known.length === 0) return <Empty>{t("deleted.noReceipts")}</Empty>;
  return (
    <ul class="plain-rows">
      {known.map(({ id, label }) => (
        <li key={id} class="row">
          <Icon name="folder" />
          <a class="grow cut" href={`/deleted?tab=receipts&receipt=${id}`}>
            <bdi>{label}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Receipt({ id, label }: { id: string; label: string }): VNode {
  const { data, error } = useQuery(query("/v1/deletions/{deletionID}", { params: { deletionID: id } }, [id]));
  if (error !== null && data === null) return <ErrorState error={error} />;
  if (data === null) return <Skeleton lines={6} />;
  const { goes, stays, removed, requestedAt, finishedAt } = data;
  const left = removed.collections.left + removed.threads.left + removed.assets.left;
  return (
    <section class="page-padded column" aria-label={t("deleted.receipt")}>
      <h2>
        <bdi>{label === "" ? t("deleted.receipt") : label}</bdi>
      </h2>
      <p>{t("deleted.requested", { date: formatDateTime(new Date(requestedAt)) })}</p>
      <p>{t("deleteCollection.reach", { records: countedRecords(goes) })}</p>
      {stays.assets > 0 && <p class="muted">{t("deleteCollection.stays", { count: stays.assets })}</p>}
      <p>
        {finishedAt === null ? (
          <Tag kind="info">{t("deleted.removing", { count: left })}</Tag>
        ) : (
          <Tag kind="ok">{t("deleted.finished", { date: formatDateTime(new Date(finishedAt)) })}</Tag>
        )}
      </p>
      <Check id={id} />
    </section>
  );
}

type Checked = DataOf<"GET", "/v1/deletions/{deletionID}/check">;

/** Looks for the deleted records in every store. */
function Check({ id }: { id: string }): VNode {
  const [result, setResult] = useState<Pick<Checked, "checked" | "left" | "disk"> | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const check = (): void => {
    setBusy(true);
    setError(null);
    checkAll(id)
      .then(setResult, (thrown: unknown) =>
        setError(thrown instanceof ApiError ? thrown.message : String(thrown)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <div class="column" aria-live="polite">
      <span>
        <Button icon="search" disabled={isBusy} onClick={check}>
          {t("deleted.check")}
        </Button>
      </span>
      {result !== null && (
        <>
          <p>
            {result.left.length === 0
              ? t("deleted.checkedClean", { count: result.checked })
              : t("deleted.checkedLeft", { count: result.left.length })}
          </p>
          <ul class="small muted">
            {result.left.map(({ store, kind, id: item, count }) => (
              <li key={`${store} ${item}`}>
                <bdi>{`${store} · ${kind} ${item} · ${String(count)}`}</bdi>
              </li>
            ))}
          </ul>
          <p class="small muted">{t(`deleted.disk.${result.disk}`)}</p>
        </>
      )}
      {error !== null && (
        <p class="field-error" role="alert">
          <bdi lang="en">{error}</bdi>
        </p>
      )}
    </div>
  );
}

/** @throws ApiError */
async function checkAll(deletionID: string): Promise<Pick<Checked, "checked" | "left" | "disk">> {
  let checked = 0;
  const left: Checked["left"][number][] = [];
  for (let after = ""; ;) {
    const { data } = await client.request("GET", "/v1/deletions/{deletionID}/check", {
      params: { deletionID },
      query: after === "" ? {} : { after },
    });
    checked += data.checked;
    left.push(...data.left);
    after = data.next;
    if (after === "") return { checked, left, disk: data.disk };
  }
}
