import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { chosenFiles, droppedFiles } from "../../data/dropped-files.ts";
import {
  clearUploads,
  continueUploads,
  isSending,
  pauseUpload,
  removeUpload,
  resumeUpload,
  retryUpload,
  stopUpload,
} from "../../data/uploads.ts";
import { type Upload, uploadList } from "../../data/upload-list.ts";
import { formatBytes } from "../../words/formats.ts";
import { t } from "../../words/t.ts";
import { Button, IconButton } from "../button/button.tsx";
import { useFocusBack } from "../toast/use-focus-back.ts";
import { UploadRow, type UploadEvents } from "./upload-row.tsx";

const SHOWN = 50;

/** The files on their way, over every page. It folds to one line. */
export function UploadTray(): VNode | null {
  const { value: files } = uploadList;
  const isBusy = isSending.value;
  const field = useRef<HTMLInputElement>(null);
  const [strangers, setStrangers] = useState(0);
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isBusy]);
  const goOn = (chosen: readonly File[]): void => setStrangers(continueUploads(chosen));
  const isDone = files.every(({ state }) => state === "ready");
  const { path } = useLocation();
  const readAt = useRef(path);
  useEffect(() => {
    // The next page is free of files that need nobody.
    if (isDone && path !== readAt.current) clearUploads();
    readAt.current = path;
  }, [path]);
  if (files.length === 0) return null;
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (event.dataTransfer === null) return;
        void droppedFiles(event.dataTransfer).then((dropped) => goOn(dropped.map(({ file }) => file)));
      }}
    >
      <UploadList
        files={files}
        strangers={strangers}
        isDone={isDone}
        on={{
          pause: pauseUpload,
          resume: resumeUpload,
          stop: stopUpload,
          retry: retryUpload,
          remove: removeUpload,
          choose: () => field.current?.click(),
        }}
        onClose={clearUploads}
      />
      <input
        ref={field}
        type="file"
        multiple
        hidden
        data-add="continue"
        onChange={({ currentTarget }) => {
          goOn(chosenFiles(currentTarget.files ?? []).map(({ file }) => file));
          currentTarget.value = "";
        }}
      />
    </div>
  );
}

export function UploadList({
  files,
  strangers = 0,
  isDone = false,
  on,
  onClose,
}: {
  files: readonly Upload[];
  /** Whether nothing is left to do. The list then folds once nobody uses it. */
  isDone?: boolean;
  /** Chosen files that nobody had begun to send. */
  strangers?: number;
  on: UploadEvents;
  onClose: () => void;
}): VNode {
  const [isFolded, setFolded] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const tray = useRef<HTMLElement>(null);
  useFocusBack(tray);
  useEffect(() => {
    if (!isUsed) setFolded(isDone);
  }, [isDone, isUsed]);
  const isIn = (...states: readonly Upload["state"][]): readonly Upload[] =>
    files.filter(({ state }) => states.includes(state));
  const missing = isIn("missing");
  const ended = isIn("ready", "stopped");
  // What needs somebody stands first.
  const shown = [
    ...isIn("failed"),
    ...missing,
    ...isIn("sending", "paused", "reading"),
    ...ended.toReversed(),
  ];
  const waiting = isIn("waiting");
  return (
    <section
      ref={tray}
      class="upload-tray column"
      aria-label={t("upload.title")}
      onMouseEnter={() => setUsed(true)}
      onMouseLeave={() => setUsed(false)}
      onFocusIn={() => setUsed(true)}
      onFocusOut={() => setUsed(false)}
    >
      <Head {...{ files, isFolded, setFolded, onClose }} />
      {!isFolded && (
        <>
          <AllButtons files={files} on={on} />
          {missing.length > 0 && <p class="small">{t("upload.continueTold", { count: missing.length })}</p>}
          {strangers > 0 && (
            <p class="small field-error" role="alert">
              {t("upload.strangers", { count: strangers })}
            </p>
          )}
          <ul>
            {shown.slice(0, SHOWN).map((file) => (
              <UploadRow key={file.key} file={file} on={on} />
            ))}
            {waiting.length > 0 && (
              <li class="small muted">{t("upload.moreWait", { count: waiting.length })}</li>
            )}
            {waiting.length <= SHOWN &&
              waiting.map((file) => <UploadRow key={file.key} file={file} on={on} />)}
          </ul>
        </>
      )}
    </section>
  );
}

/** The totals, which are known before the first byte leaves. */
function Head({
  files,
  isFolded,
  setFolded,
  onClose,
}: {
  files: readonly Upload[];
  isFolded: boolean;
  setFolded: (isNow: boolean) => void;
  onClose: () => void;
}): VNode {
  const count = (...states: readonly Upload["state"][]): number =>
    files.filter(({ state }) => states.includes(state)).length;
  const done = count("ready", "stopped", "failed");
  const failed = count("failed");
  const sum = (of: (file: Upload) => number): string =>
    formatBytes(files.reduce((total, file) => total + of(file), 0));
  return (
    <header class="row">
      <strong class="grow numbers" role="status">
        {t("upload.count", { done, count: files.length })}
        {failed > 0 && ` · ${t("upload.failedCount", { count: failed })}`}
      </strong>
      <span class="small muted numbers no-phone">
        {t("upload.sent", { sent: sum(({ sentBytes }) => sentBytes), size: sum(({ size }) => size) })}
      </span>
      <IconButton
        size="small"
        icon={isFolded ? "up" : "down"}
        name={isFolded ? t("upload.unfold") : t("upload.fold")}
        aria-expanded={!isFolded}
        onClick={() => setFolded(!isFolded)}
      />
      {done === files.length && (
        <IconButton size="small" icon="close" name={t("action.close")} onClick={onClose} />
      )}
    </header>
  );
}

/** Pause, go on, stop and continue for all files at once. */
function AllButtons({ files, on }: { files: readonly Upload[]; on: UploadEvents }): VNode | null {
  const keysIn = (...states: readonly Upload["state"][]): readonly string[] =>
    files.flatMap(({ state, key }) => (states.includes(state) ? [key] : []));
  const each = (keys: readonly string[], act: (key: string) => void) => (): void => {
    for (const key of keys) act(key);
  };
  const going = keysIn("waiting", "sending");
  const paused = keysIn("paused");
  const missing = keysIn("missing");
  if (going.length + paused.length + missing.length === 0) return null;
  return (
    <div class="row upload-all">
      {missing.length > 0 && (
        <Button kind="primary" size="small" icon="play" onClick={on.choose}>
          {t("upload.continue")}
        </Button>
      )}
      {going.length > 0 && (
        <Button kind="quiet" size="small" icon="pause" onClick={each(going, on.pause)}>
          {t("upload.pauseAll")}
        </Button>
      )}
      {paused.length > 0 && (
        <Button kind="quiet" size="small" icon="play" onClick={each(paused, on.resume)}>
          {t("upload.resumeAll")}
        </Button>
      )}
      <Button
        kind="quiet"
        size="small"
        icon="stop"
        onClick={each([...going, ...paused, ...missing], on.stop)}
      >
        {t("upload.stopAll")}
      </Button>
    </div>
  );
}
