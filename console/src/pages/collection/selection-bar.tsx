import type { VNode } from "preact";
import { Button, IconButton } from "../../parts/button/button.tsx";
import { t } from "../../words/t.ts";

/** What can be done with the chosen documents. */
export function SelectionBar({
  count,
  onAsk,
  onMove,
  onDelete,
  onClear,
}: {
  count: number;
  onAsk: () => void;
  onMove: () => void;
  onDelete: () => void;
  onClear: () => void;
}): VNode {
  return (
    <div class="selection-bar row" role="toolbar" aria-label={t("library.selection")}>
      <strong class="numbers">{t("library.selected", { count })}</strong>
      <Button kind="quiet" size="small" icon="thread" onClick={onAsk}>
        {t("library.ask")}
      </Button>
      <Button kind="quiet" size="small" icon="move" shortcut="M" onClick={onMove}>
        {t("library.move")}
      </Button>
      <Button kind="quiet" size="small" icon="trash" shortcut="Delete" onClick={onDelete}>
        {t("library.delete")}
      </Button>
      <span class="grow" />
      <IconButton icon="close" name={t("library.clearSelection")} onClick={onClear} />
    </div>
  );
}
