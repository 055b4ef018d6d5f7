import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { bringIn } from "../../data/bring-in.ts";
import type { CollectionTree } from "../../data/collection-tree.ts";
import { chosenFiles } from "../../data/dropped-files.ts";
import { Button } from "../../parts/button/button.tsx";
import { Empty } from "../../parts/empty/empty.tsx";
import { t } from "../../words/t.ts";

/** An empty collection: one sentence and one verb. */
export function NoDocuments({ collectionId, tree }: { collectionId: string; tree: CollectionTree }): VNode {
  const files = useRef<HTMLInputElement>(null);
  return (
    <Empty
      action={
        <>
          <Button icon="upload" onClick={() => files.current?.click()}>
            {t("library.chooseFiles")}
          </Button>
          <input
            ref={files}
            type="file"
            multiple
            hidden
            onChange={({ currentTarget }) => {
              void bringIn(chosenFiles(currentTarget.files ?? []), collectionId, tree);
              currentTarget.value = "";
            }}
          />
        </>
      }
    >
      {t("library.empty")}
    </Empty>
  );
}
