import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { IconButton } from "../parts/button/button.tsx";
import { Menu } from "../parts/menu/menu.tsx";
import { t } from "../words/t.ts";
import { headingsOf } from "./headings-of.ts";
import type { ReaderView } from "./reader-view.ts";
import { useStoredText } from "./use-stored-text.ts";

/** The chapters of a reading page. */
export function ContentsMenu({
  assetId,
  version,
  view,
}: {
  assetId: string;
  version: string;
  view: ReaderView;
}): VNode | null {
  const text = useStoredText(assetId, version).data?.text ?? "";
  const headings = useMemo(() => headingsOf(text), [text]);
  if (headings.length < 2) return null;
  return (
    <Menu
      items={headings.map(({ at, title, level }) => ({
        label: `${"\u2003".repeat(level - 1)}${title}`,
        onChoose: () => {
          view.wantedOffset.value = null;
          view.wantedOffset.value = at;
        },
      }))}
      button={(attributes) => <IconButton {...attributes} icon="menu" name={t("reader.contents")} />}
    />
  );
}
