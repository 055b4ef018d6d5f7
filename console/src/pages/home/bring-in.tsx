import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { bringIn } from "../../data/bring-in.ts";
import { useCollectionTree } from "../../data/collection-tree.ts";
import { chosenFiles, type DroppedFile, droppedFiles } from "../../data/dropped-files.ts";
import { workspace } from "../../data/session.ts";
import { Button } from "../../parts/button/button.tsx";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { t } from "../../words/t.ts";

/** Brings files and folders into the personal collection. The upload tray shows their states. */
export function BringIn(): VNode {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const { tree } = useCollectionTree();
  const [error, setError] = useState<unknown>(null);
  const bring = (dropped: readonly DroppedFile[]): void => {
    const personalId = workspace.value?.personalId;
    if (personalId === undefined || dropped.length === 0) return;
    setError(null);
    bringIn(dropped, personalId, tree).catch(setError);
  };
  const choose = (input: HTMLInputElement): void => {
    bring(chosenFiles(input.files ?? []));
    input.value = "";
  };
  return (
    <section
      class="card home-drop column"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (event.dataTransfer !== null) droppedFiles(event.dataTransfer).then(bring, setError);
      }}
    >
      <h2>{t("home.bringIn")}</h2>
      <p class="small muted">{t("home.formats")}</p>
      <div class="row home-actions">
        <Button kind="primary" icon="upload" onClick={() => files.current?.click()}>
          {t("home.chooseFiles")}
        </Button>
        <Button class="no-phone" onClick={() => folder.current?.click()}>
          {t("home.chooseFolder")}
        </Button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t("home.chooseFiles")}
        onChange={(event) => choose(event.currentTarget)}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label={t("home.chooseFolder")}
        {...{ webkitdirectory: true }}
        onChange={(event) => choose(event.currentTarget)}
      />
      {error !== null && <ErrorState error={error} />}
    </section>
  );
}
