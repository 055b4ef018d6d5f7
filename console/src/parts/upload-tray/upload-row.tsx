import type { VNode } from "preact";
import type { Upload } from "../../data/upload-list.ts";
import { t } from "../../words/t.ts";
import { Button, IconButton } from "../button/button.tsx";
import { FailureNote } from "../failure/failure-note.tsx";
import { Tag } from "../tag/tag.tsx";

const PERCENT = 100;

/** The actions on one file, by its key. */
export interface UploadEvents {
  readonly pause: (key: string) => void;
  readonly resume: (key: string) => void;
  readonly stop: (key: string) => void;
  readonly retry: (key: string) => void;
  readonly remove: (key: string) => void;
  /** Opens the choice of the files that were not finished. */
  readonly choose: () => void;
}

/** One file: its name, its state in a word, and its actions. */
export function UploadRow({ file, on }: { file: Upload; on: UploadEvents }): VNode {
  const { key, name, state, sentBytes, size, reason, failure, assetId } = file;
  const percent = size === 0 ? 0 : Math.min(PERCENT, Math.round((PERCENT * sentBytes) / size));
  const hasPage = assetId !== "" && (state === "reading" || state === "ready" || state === "failed");
  return (
    <li class="upload-row column">
      <span class="row">
        {hasPage ? (
          <a class="grow cut" href={`/d/${assetId}`} title={name}>
            <bdi>{name}</bdi>
          </a>
        ) : (
          <bdi class="grow cut" title={name}>
            {name}
          </bdi>
        )}
        <UploadWord state={state} percent={percent} />
        <RowButtons file={file} on={on} />
      </span>
      {(state === "sending" || state === "paused") && (
        <progress class="upload-bar" value={percent} max={PERCENT} aria-label={name} />
      )}
      {state === "failed" && (
        <>
          <FailureNote failure={failure} reason={reason} />
          <span class="row">
            <Button
              size="small"
              icon="again"
              aria-label={t("upload.retryNamed", { name })}
              onClick={() => on.retry(key)}
            >
              {t("upload.retry")}
            </Button>
            <Button
              size="small"
              icon="trash"
              aria-label={t("upload.removeNamed", { name })}
              onClick={() => on.remove(key)}
            >
              {t("upload.remove")}
            </Button>
          </span>
        </>
      )}
      {state === "ready" && reason !== "" && (
        <bdi class="caption muted" lang="en">
          {reason}
        </bdi>
      )}
    </li>
  );
}

function RowButtons({ file: { key, name, state }, on }: { file: Upload; on: UploadEvents }): VNode | null {
  const buttons: VNode[] = [];
  if (state === "waiting" || state === "sending")
    buttons.push(
      <IconButton
        key="pause"
        size="small"
        icon="pause"
        name={t("upload.pause", { name })}
        onClick={() => on.pause(key)}
      />,
    );
  if (state === "paused")
    buttons.push(
      <IconButton
        key="resume"
        size="small"
        icon="play"
        name={t("upload.resume", { name })}
        onClick={() => on.resume(key)}
      />,
    );
  if (state === "missing")
    buttons.push(
      <IconButton
        key="continue"
        size="small"
        icon="play"
        name={t("upload.continueNamed", { name })}
        onClick={on.choose}
      />,
    );
  if (state === "waiting" || state === "sending" || state === "paused" || state === "missing")
    buttons.push(
      <IconButton
        key="stop"
        size="small"
        icon="close"
        name={t("upload.stop", { name })}
        onClick={() => on.stop(key)}
      />,
    );
  if (state === "stopped")
    buttons.push(
      <IconButton
        key="again"
        size="small"
        icon="again"
        name={t("upload.retryNamed", { name })}
        onClick={() => on.retry(key)}
      />,
    );
  return buttons.length === 0 ? null : <>{buttons}</>;
}

function UploadWord({ state, percent }: { state: Upload["state"]; percent: number }): VNode {
  if (state === "failed") return <Tag kind="bad">{t("upload.failed")}</Tag>;
  if (state === "missing") return <Tag kind="warn">{t("upload.missing")}</Tag>;
  const words = {
    waiting: t("upload.waiting"),
    sending: t("upload.sending", { percent }),
    paused: t("upload.paused"),
    reading: t("upload.reading"),
    ready: t("upload.ready"),
    stopped: t("upload.stopped"),
  };
  return <span class="small muted numbers">{words[state]}</span>;
}
