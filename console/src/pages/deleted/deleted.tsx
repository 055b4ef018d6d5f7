import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { invalidate, query, useQuery } from "../../data/cache.ts";
import { ApiError, client, idFromBytes } from "../../data/client.ts";
import { workspace } from "../../data/session.ts";
import { Button } from "../../parts/button/button.tsx";
import { Empty } from "../../parts/empty/empty.tsx";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Page } from "../../parts/frame/page.tsx";
import { Icon } from "../../parts/icon/icon.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { Tabs } from "../../parts/tabs/tabs.tsx";
import { showToast } from "../../parts/toast/toasts.ts";
import { formatAge } from "../../words/formats.ts";
import { t } from "../../words/t.ts";
import { Receipts } from "./receipts.tsx";

const LIMIT = 200;
type Kind = "documents" | "threads";

/** Records that can come back, in one collection or in the whole organization, and receipts of the others. */
export function Deleted(): VNode {
  const { query: asked } = useLocation();
  const place = asked["in"] ?? workspace.value?.rootId ?? "";
  const tab = asked["tab"] === "threads" || asked["tab"] === "receipts" ? asked["tab"] : "documents";
  const address = (kind: Kind | "receipts"): string => {
    const parts = new URLSearchParams({
      ...(asked["in"] === undefined ? {} : { in: asked["in"] }),
      ...(kind === "documents" ? {} : { tab: kind }),
    });
    return `/deleted${parts.size === 0 ? "" : `?${parts.toString()}`}`;
  };
  return (
    <Page title={t("nav.deleted")}>
      <div class="column">
        <Tabs
          label={t("deleted.kinds")}
          current={tab}
          tabs={[
            { id: "documents", label: t("library.documents"), href: address("documents") },
            { id: "threads", label: t("nav.threads"), href: address("threads") },
            { id: "receipts", label: t("deleted.receipts"), href: address("receipts") },
          ]}
        />
        {tab === "receipts" && <Receipts openedId={asked["receipt"] ?? null} />}
        {tab === "documents" && place !== "" && <Documents place={place} />}
        {tab === "threads" && place !== "" && <Threads place={place} />}
      </div>
    </Page>
  );
}

interface Item {
  readonly id: string;
  readonly name: string;
  readonly at: string | null;
}

function Documents({ place }: { place: string }): VNode {
  const { data, error } = useQuery(
    query("/v1/collection/{collectionID}/assets", {
      params: { collectionID: place },
      query: { limit: LIMIT, lifecycleState: "deleted", includeDescendants: "true" },
    }),
  );
  if (error !== null && data === null) return <ErrorState error={error} />;
  if (data === null) return <Skeleton lines={6} />;
  const items = data.result.entities.map((each) => ({
    id: each.data.id,
    name: each.data.displayName,
    at: each.data.deletedAt,
  }));
  return <Items kind="documents" items={items} place={place} />;
}

function Threads({ place }: { place: string }): VNode {
  const { data, error } = useQuery(
    query("/v1/collection/{collectionID}/threads", {
      params: { collectionID: place },
      query: { limit: LIMIT, lifecycleState: "deleted" },
    }),
  );
  if (error !== null && data === null) return <ErrorState error={error} />;
  if (data === null) return <Skeleton lines={6} />;
  const items = data.result.entities.map((each) => ({
    id: idFromBytes("thread", each.data.threadId),
    name: each.data.label,
    at: each.data.modifiedAt,
  }));
  return <Items kind="threads" items={items} place={place} />;
}

function Items({ kind, items, place }: { kind: Kind; items: readonly Item[]; place: string }): VNode {
  if (items.length === 0) return <Empty>{t("deleted.none")}</Empty>;
  return (
    <ul class="plain-rows">
      {items.map(({ id, name, at }) => (
        <li key={id} class="row">
          <Icon name={kind === "threads" ? "thread" : "document"} />
          <bdi class="grow cut" title={name}>
            {name === "" ? t("library.unnamedThread") : name}
          </bdi>
          {at !== null && <span class="small muted no-phone">{formatAge(new Date(at))}</span>}
          <Button
            size="small"
            icon="again"
            aria-label={t("deleted.restoreNamed", { name })}
            onClick={() => void restore(kind, id, place)}
          >
            {t("deleted.restore")}
          </Button>
        </li>
      ))}
    </ul>
  );
}

async function restore(kind: Kind, id: string, place: string): Promise<void> {
  try {
    await (kind === "documents"
      ? client.request("POST", "/v1/assets/restore", { body: { assetIds: [id] } })
      : client.request("POST", "/v1/threads/restore", { body: { threadIds: [id] } }));
    showToast({ text: t("deleted.restored") });
  } catch (error) {
    showToast({ text: error instanceof ApiError ? error.message : String(error) });
  }
  invalidate(place, id);
}
