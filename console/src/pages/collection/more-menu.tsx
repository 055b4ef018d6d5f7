import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { invalidate } from "../../data/cache.ts";
import { client } from "../../data/client.ts";
import { type CollectionNode, type CollectionTree, TREE } from "../../data/collection-tree.ts";
import { IconButton } from "../../parts/button/button.tsx";
import { Menu, type MenuItem } from "../../parts/menu/menu.tsx";
import { LaterParts } from "./later-parts.ts";
import { t } from "../../words/t.ts";

import { FormDialog } from "./form-dialog.tsx";

const [MAX_LABEL, MAX_DESCRIPTION] = [255, 4_096];

/** Rename, describe, move and delete a collection. The collections of an account itself stay. */
export function MoreMenu({
  node,
  description,
  tree,
}: {
  node: CollectionNode;
  description: string;
  tree: CollectionTree;
}): VNode {
  const { route } = useLocation();
  const [open, setOpen] = useState<"rename" | "describe" | "move" | "delete" | null>(null);
  const close = (): void => setOpen(null);
  const own: readonly MenuItem[] =
    node.kind === "collection"
      ? [
          { label: t("library.move"), icon: "move", onChoose: () => setOpen("move") },
          { label: t("library.delete"), icon: "trash", isDanger: true, onChoose: () => setOpen("delete") },
        ]
      : [];
  return (
    <>
      <Menu
        button={(attributes) => <IconButton icon="more" name={t("action.more")} {...attributes} />}
        items={[
          { label: t("library.rename"), icon: "document", onChoose: () => setOpen("rename") },
          { label: t("library.describe"), icon: "copy", onChoose: () => setOpen("describe") },
          ...own,
        ]}
      />
      {(open === "rename" || open === "describe") && (
        <AttributeDialog attribute={open} node={node} description={description} onClose={close} />
      )}
      {open === "move" && (
        <LaterParts.Move
          kind="collection"
          ids={[node.id]}
          names={[node.label]}
          from={node.parentId ?? ""}
          tree={tree}
          onMoved={() => {}}
          onClose={close}
        />
      )}
      {open === "delete" && (
        <LaterParts.Delete
          node={node}
          onClose={close}
          onDeleted={() => route(node.parentId === null ? "/library" : `/c/${node.parentId}`)}
        />
      )}
    </>
  );
}

/** Changes the name or the description. */
function AttributeDialog({
  attribute,
  node,
  description,
  onClose,
}: {
  attribute: "rename" | "describe";
  node: CollectionNode;
  description: string;
  onClose: () => void;
}): VNode {
  const isName = attribute === "rename";
  const change = async (value: string): Promise<void> => {
    await client.request("POST", "/v1/collection/{collectionID}/attributes", {
      params: { collectionID: node.id },
      body: { collectionId: node.id, ...(isName ? { label: value } : { description: value }) },
    });
    invalidate(node.id, TREE);
  };
  return (
    <FormDialog
      title={t(`library.${attribute}`)}
      label={isName ? t("library.name") : t("library.description")}
      initial={isName ? node.label : description}
      maxLength={isName ? MAX_LABEL : MAX_DESCRIPTION}
      action={t(`library.${attribute}`)}
      onSubmit={change}
      onClose={onClose}
    />
  );
}
