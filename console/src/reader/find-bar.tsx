import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { IconButton } from "../parts/button/button.tsx";
import { Field } from "../parts/field/field.tsx";
import { announce } from "../parts/status/status.tsx";
import { t } from "../words/t.ts";
import { findHits, MAX_HITS } from "./find-hits.ts";
import type { ReaderView } from "./reader-view.ts";
import { useStoredText } from "./use-stored-text.ts";

const AFTER_KEY_MS = 120;

/** Searches the whole stored text and shows one hit after the other. */
export function FindBar({
  assetId,
  version,
  view,
  onClose,
}: {
  assetId: string;
  version: string;
  view: ReaderView;
  onClose: () => void;
}): VNode {
  const [wanted, setWanted] = useState("");
  const { data } = useStoredText(assetId, version);
  const text = data?.text ?? "";
  useEffect(() => {
    const ending = new AbortController();
    const timer = setTimeout(() => {
      void findHits(text, wanted, ending.signal).then((hits) => {
        if (ending.signal.aborted) return;
        view.hits.value = hits;
        view.hit.value = hits[0] ?? null;
        if (wanted.trim() !== "") announce(countWords(view));
      });
    }, AFTER_KEY_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [text, wanted]);
  useEffect(
    () => () => {
      view.hits.value = [];
      view.hit.value = null;
    },
    [view],
  );
  const step = (by: number): void => {
    const { value: hits } = view.hits;
    const { value: hit } = view.hit;
    if (hit === null || hits.length === 0) return;
    view.hit.value = hits[(hits.indexOf(hit) + by + hits.length) % hits.length] ?? null;
  };
  return (
    <form class="reader-find row" role="search" onSubmit={(event) => event.preventDefault()}>
      <Field
        label={t("reader.find")}
        isLabelUnseen
        type="search"
        value={wanted}
        autoFocus
        onInput={(event) => setWanted(event.currentTarget.value)}
        onEnter={() => step(1)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          onClose();
        }}
      />
      <span class="small muted numbers grow">{wanted.trim() === "" ? "" : countWords(view)}</span>
      <IconButton icon="up" name={t("reader.findPrevious")} onClick={() => step(-1)} />
      <IconButton icon="down" name={t("reader.findNext")} onClick={() => step(1)} />
      <IconButton icon="close" name={t("reader.findClose")} onClick={onClose} />
    </form>
  );
}

function countWords({ hits: { value: hits }, hit: { value: hit } }: ReaderView): string {
  if (hit === null) return t("reader.noHits");
  const at = hits.indexOf(hit) + 1;
  return hits.length === MAX_HITS
    ? t("reader.manyHits", { at, count: MAX_HITS })
    : t("reader.hits", { at, count: hits.length });
}
