import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { query, useQuery } from "../../data/cache.ts";
import type { Schemas } from "../../data/client.ts";
import {
  type CollectionNode,
  type CollectionTree,
  pathTo,
  useCollectionTree,
} from "../../data/collection-tree.ts";
import type { DroppedFile } from "../../data/dropped-files.ts";
import { useActions } from "../../parts/keys/actions.ts";
import { Avatars } from "../../parts/avatar/avatar.tsx";
import { Button } from "../../parts/button/button.tsx";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Page } from "../../parts/frame/page.tsx";
import { LaterParts } from "./later-parts.ts";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { Tabs } from "../../parts/tabs/tabs.tsx";
import { t } from "../../words/t.ts";
import { AddMenu } from "./add-menu.tsx";
import { DocumentList } from "./document-list.tsx";
import { DropZone } from "./drop-zone.tsx";

import { MoreMenu } from "./more-menu.tsx";
import { ThreadList } from "./thread-list.tsx";

const MAX_PEOPLE = 200;

/** A collection: its documents, threads and people. */
export function Collection({ collection }: { collection: string }): VNode {
  const { query: asked } = useLocation();
  const { tree, isRead } = useCollectionTree();
  const { data, error } = useQuery(
    query("/v1/collections/{collectionID}", { params: { collectionID: collection } }),
  );
  const access = useQuery(
    query("/v1/collection-access/{collectionID}", {
      params: { collectionID: collection },
      query: { limit: MAX_PEOPLE },
    }),
  );
  const [folders, setFolders] = useState<readonly DroppedFile[] | null>(null);
  if (error !== null && data === null) {
    return (
      <Page title={t("nav.library")}>
        <ErrorState error={error} />
      </Page>
    );
  }
  if (data === null || !isRead) {
    return (
      <Page title={t("nav.library")}>
        <Skeleton lines={8} />
      </Page>
    );
  }
  const path = pathTo(tree, collection);
  const node: CollectionNode = path.at(-1) ?? {
    id: collection,
    label: data.label,
    kind: data.collectionKind,
    parentId: null,
    depth: 0,
    childIds: [],
  };
  const tab = asked["tab"] ?? "documents";
  return (
    <DropZone collectionId={collection} tree={tree} onFolders={setFolders}>
      <Page
        title={data.label}
        crumbs={path.slice(0, -1).map(({ id, label }) => ({ label, href: `/c/${id}` }))}
        actions={
          <Actions
            {...{ node, tree, description: data.description, people: access.data?.records ?? null }}
            onFolders={setFolders}
          />
        }
      >
        <div class="collection column">
          {data.description !== "" && <p class="small muted collection-about">{data.description}</p>}
          <CollectionTabs
            collectionId={collection}
            current={tab}
            people={access.data?.pagination.count ?? null}
          />
          {tab === "threads" ? (
            <ThreadList collectionId={collection} />
          ) : tab === "people" ? (
            <LaterParts.People collectionId={collection} />
          ) : (
            <DocumentList key={collection} collectionId={collection} tree={tree} />
          )}
        </div>
      </Page>
      {folders !== null && (
        <LaterParts.Folders
          dropped={folders}
          collection={node}
          tree={tree}
          onClose={() => setFolders(null)}
        />
      )}
    </DropZone>
  );
}

/** Who may read, Share, Add and More, as far as the person's rights go. */
function Actions({
  node,
  description,
  people,
  tree,
  onFolders,
}: {
  node: CollectionNode;
  description: string;
  people: readonly Schemas["AccessRecord"][] | null;
  tree: CollectionTree;
  onFolders: (dropped: readonly DroppedFile[]) => void;
}): VNode {
  const [isSharing, setSharing] = useState(false);
  const own = useQuery(query("/v1/collections/{collectionID}/access", { params: { collectionID: node.id } }));
  useActions(
    people === null
      ? []
      : [{ label: t("share.share"), icon: "people", key: "s", run: () => setSharing(true) }],
  );
  const mayChange = own.data?.actions.includes("write") === true;
  const named = (people ?? []).map(({ email, sortableName }) => ({ id: email, name: sortableName || email }));
  return (
    <>
      {named.length > 1 && <Avatars people={named} />}
      {people !== null && (
        <Button icon="people" onClick={() => setSharing(true)}>
          {t("share.share")}
        </Button>
      )}
      {mayChange && (
        <>
          <AddMenu collectionId={node.id} tree={tree} onFolders={onFolders} />
          <MoreMenu node={node} description={description} tree={tree} />
        </>
      )}
      {isSharing && (
        <LaterParts.Share collectionId={node.id} label={node.label} onClose={() => setSharing(false)} />
      )}
    </>
  );
}

function CollectionTabs({
  collectionId,
  current,
  people,
}: {
  collectionId: string;
  current: string;
  people: number | null;
}): VNode {
  const address = (id: string): string => `/c/${collectionId}${id === "documents" ? "" : `?tab=${id}`}`;
  return (
    <Tabs
      label={t("library.parts")}
      current={current}
      tabs={[
        { id: "documents", label: t("library.documents"), href: address("documents") },
        { id: "threads", label: t("nav.threads"), href: address("threads") },
        { id: "people", label: t("library.people"), href: address("people"), count: people },
      ]}
    />
  );
}
