import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { query, useQuery } from "../../data/cache.ts";
import { idFromBytes } from "../../data/client.ts";
import { pathTo, useCollectionTree } from "../../data/collection-tree.ts";
import { keptSignal } from "../../data/kept.ts";
import { Button } from "../../parts/button/button.tsx";
import { Page } from "../../parts/frame/page.tsx";
import { later } from "../../parts/later/later.tsx";
import { Reader } from "../../reader/reader.tsx";
import { t } from "../../words/t.ts";

const DocumentFacts = later(async () => (await import("./document-facts.tsx")).DocumentFacts);
/** Whether this device shows the facts beside each document. */
const areFactsShown = keptSignal("facts", false);

/** A document alone: `?v=` names a version of its text, `&at=` a place in it, `?page=` a page. */
export function Document({ asset: assetId }: { asset: string }): VNode {
  const { query: asked } = useLocation();
  const { tree } = useCollectionTree();
  const { data } = useQuery(query("/v1/assets/{assetID}", { params: { assetID: assetId } }));
  const [, start = "0", end = "0"] = /^(\d{1,9})-(\d{1,9})$/.exec(asked["at"] ?? "") ?? [];
  const page = /^[1-9]\d{0,5}$/.test(asked["page"] ?? "") ? Number(asked["page"]) : undefined;
  const version = /^[0-9a-f]{64}$/.test(asked["v"] ?? "") ? (asked["v"] ?? "") : "";
  const [home] = data?.collectionIds ?? [];
  const crumbs = (home === undefined ? [] : pathTo(tree, idFromBytes("col", home))).map(({ id, label }) => ({
    label,
    href: `/c/${id}`,
  }));
  return (
    <Page
      title={data?.displayName ?? ""}
      crumbs={crumbs}
      actions={
        <Button
          aria-expanded={areFactsShown.value}
          onClick={() => (areFactsShown.value = !areFactsShown.value)}
        >
          {t("reader.facts")}
        </Button>
      }
      asideLabel={t("reader.facts")}
      aside={areFactsShown.value && data !== null ? <DocumentFacts asset={data} /> : null}
    >
      <Reader
        key={`${assetId} ${version} ${start}-${end} ${String(page)}`}
        assetId={assetId}
        version={version}
        start={Number(start)}
        end={Number(end)}
        quote=""
        ordinal={0}
        page={page}
      />
    </Page>
  );
}
