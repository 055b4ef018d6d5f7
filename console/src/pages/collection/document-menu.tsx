import type { VNode } from "preact";
import { invalidate } from "../../data/cache.ts";
import { ApiError, client } from "../../data/client.ts";
import { IconButton } from "../../parts/button/button.tsx";
import { Menu, type MenuItem } from "../../parts/menu/menu.tsx";
import { saveOriginal } from "../../parts/save-original/save-original.ts";
import { showToast } from "../../parts/toast/toasts.ts";
import { t } from "../../words/t.ts";
import { chooseVersion } from "./choose-version.ts";
import type { Listed, RowEvents } from "./listed.ts";

/** The actions on one document. Without the right to change there is only the link. */
export function DocumentMenu({
  listed: { data, actions },
  isTabStop,
  collectionId,
  on,
}: {
  listed: Listed;
  isTabStop: boolean;
  collectionId: string;
  on: RowEvents;
}): VNode {
  const changes: readonly MenuItem[] = [
    { label: t("library.rename"), icon: "document", shortcut: "F2", onChoose: () => on.rename(true) },
    { label: t("library.move"), icon: "move", shortcut: "M", onChoose: on.move },
    {
      label: t("library.newVersion"),
      icon: "upload",
      onChoose: () => chooseVersion(data.id, collectionId, data.displayName),
    },
    ...(data.lifecycleState === "failed"
      ? [
          {
            label: t("library.readAgain"),
            icon: "again" as const,
            onChoose: () => void readAgain(data.id, collectionId),
          },
        ]
      : []),
    { label: t("library.delete"), icon: "trash", shortcut: "Del", isDanger: true, onChoose: on.remove },
  ];
  return (
    <Menu
      button={(attributes) => (
        <IconButton
          size="small"
          icon="more"
          name={t("library.moreOf", { name: data.displayName })}
          tabIndex={isTabStop ? 0 : -1}
          {...attributes}
        />
      )}
      items={[
        {
          label: t("library.copyLink"),
          icon: "link",
          onChoose: () => void navigator.clipboard.writeText(`${location.origin}/d/${data.id}`),
        },
        ...(data.lifecycleState === "uploading"
          ? []
          : [
              {
                label: t("library.download"),
                icon: "download" as const,
                onChoose: () => void saveOriginal(data.id),
              },
            ]),
        ...(actions.includes("write") ? changes : []),
      ]}
    />
  );
}

async function readAgain(assetID: string, collectionId: string): Promise<void> {
  try {
    await client.request("POST", "/v1/assets/{assetID}/reprocess", { params: { assetID } });
  } catch (error) {
    showToast({ text: error instanceof ApiError ? error.message : String(error) });
  }
  invalidate(collectionId);
}
