import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import {
  archiveImport,
  type ArchiveImport,
  type ImportReceipt,
  inOrder,
  resumeImport,
  startImport,
} from "../../data/archive-import.ts";
import { useContents } from "../../data/organization-contents.ts";
import { workspace } from "../../data/session.ts";
import { Button } from "../../parts/button/button.tsx";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { Tag } from "../../parts/tag/tag.tsx";
import { formatBytes } from "../../words/formats.ts";
import { t } from "../../words/t.ts";

/** Fills the person's empty organization from the archives of an export. */
export function Import(): VNode {
  const userId = workspace.value?.userId;
  useEffect(() => {
    if (userId !== undefined) resumeImport(userId);
  }, [userId]);
  const running = archiveImport.value;
  return (
    <section class="column">
      <h2>{t("import.title")}</h2>
      <p>{t("import.text")}</p>
      <p class="small muted">{t("import.checked")}</p>
      {(running === null || running.state === "broken") && <ImportForm />}
      {running !== null && <Progress of={running} />}
    </section>
  );
}

function ImportForm(): VNode | null {
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const place = workspace.value;
  const contents = useContents(place?.rootId ?? "");
  if (place === null || contents === null) return <Skeleton />;
  const { made, documents } = contents;
  if (made > 0 || documents > 0)
    return <p class="muted">{t("import.notEmpty", { collections: made, documents })}</p>;
  const size = formatBytes(files.reduce((sum, file) => sum + file.size, 0));
  const names = files.map(({ name }) => name).join(", ");
  return (
    <div class="column settings-form">
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        multiple
        hidden
        onChange={({ currentTarget }) => setFiles(inOrder([...(currentTarget.files ?? [])]))}
      />
      {files.length > 0 && (
        <p class="settings-text" role="status">
          {t("import.chosen", { count: files.length, size, names })}
        </p>
      )}
      <div class="row wraps">
        <Button icon="upload" onClick={() => input.current?.click()}>
          {t("import.choose")}
        </Button>
        <Button
          kind="primary"
          disabled={files.length === 0}
          onClick={() => startImport(place, place.organizationContext.organizationId, files)}
        >
          {t("import.start")}
        </Button>
      </div>
    </div>
  );
}

function Progress({ of: running }: { of: ArchiveImport }): VNode {
  if (running.state === "broken") return <ErrorState error={running.error} />;
  if (running.state === "sending") {
    const { sentBytes, allBytes } = running;
    const told = t("import.sending", { sent: formatBytes(sentBytes), size: formatBytes(allBytes) });
    return (
      <div class="column settings-form">
        <progress max={allBytes} value={sentBytes} aria-label={told} />
        <p class="small numbers">{told}</p>
      </div>
    );
  }
  return running.receipt === null ? <Skeleton /> : <Receipt receipt={running.receipt} />;
}

function Receipt({ receipt: { state, counts, failureReason } }: { receipt: ImportReceipt }): VNode {
  const isOpen = state === "checking" || state === "importing";
  return (
    <div class="column settings-form">
      {isOpen && <progress aria-label={t(`import.${state}`)} />}
      <p role="status">
        {state === "done" && <Tag kind="ok">{t("import.done")}</Tag>}
        {state === "failed" && <Tag kind="bad">{t("import.failed")}</Tag>}
        {isOpen && t(`import.${state}`)}
      </p>
      {failureReason !== "" && (
        <p>
          <bdi lang="en">{failureReason}</bdi>
        </p>
      )}
      {(state === "importing" || state === "done") && (
        <p class="small numbers">{t("import.counts", counts)}</p>
      )}
      {state === "done" && (
        <p>
          <a href="/library">{t("import.open")}</a>
        </p>
      )}
      {state === "failed" && (
        <div>
          <Button icon="again" onClick={() => (archiveImport.value = null)}>
            {t("action.retry")}
          </Button>
        </div>
      )}
    </div>
  );
}
