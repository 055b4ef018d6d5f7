import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button, IconButton } from "../parts/button/button.tsx";
import type { IconName } from "../parts/icon/icon-paths.ts";
import { Tag } from "../parts/tag/tag.tsx";
import { t } from "../words/t.ts";
import { CITATION_LOOKS } from "../parts/tag/citation-looks.ts";
import { ContentsMenu } from "./contents-menu.tsx";
import { FindBar } from "./find-bar.tsx";
import { keptZoom, type ReaderView } from "./reader-view.ts";
import type { ShownPlace, ShownState, Side } from "./shown-place.ts";

interface StateLook {
  readonly kind: "ok" | "info" | "warn" | "plain";
  readonly icon: IconName;
  readonly word: PlainKey;
  readonly told: PlainKey;
}

/** Texts without parameters. */
type PlainKey =
  | `reader.${"valid" | "moved" | "changed" | "gone"}${"" | "Told"}`
  | `reader.${"asCited" | "older" | "now" | "both"}`;

const LOOKS: Readonly<Partial<Record<ShownState, StateLook>>> = {
  valid: { ...CITATION_LOOKS.valid, word: "reader.valid", told: "reader.validTold" },
  moved: { ...CITATION_LOOKS.moved, word: "reader.moved", told: "reader.movedTold" },
  changed: { ...CITATION_LOOKS.changed, word: "reader.changed", told: "reader.changedTold" },
  gone: { ...CITATION_LOOKS.gone, word: "reader.gone", told: "reader.goneTold" },
  older: { kind: "plain", icon: "clock", word: "reader.asCited", told: "reader.older" },
};

/** The state of the citation, the page, the zoom and the search. */
export function ReaderLine({
  place,
  view,
  assetId,
  hasPages,
  hasContents,
}: {
  place: ShownPlace;
  view: ReaderView;
  assetId: string;
  /** Whether the pages of the original are shown. */
  hasPages: boolean;
  /** Whether the text is a reading page. */
  hasContents: boolean;
}): VNode {
  const [isFinding, setFinding] = useState(false);
  const look = LOOKS[place.state];
  return (
    <>
      <div class="reader-line row">
        <div class="row grow reader-state" data-state={place.state}>
          {look !== undefined && (
            <>
              <Tag kind={look.kind} icon={look.icon}>
                {t(look.word)}
              </Tag>
              <span class="small muted reader-told">{t(look.told)}</span>
            </>
          )}
          {place.state === "checking" && <span class="small muted">{t("reader.checking")}</span>}
          {place.state === "unchecked" && (
            <>
              <span class="small muted">{t("reader.unchecked")}</span>
              <Button size="small" kind="quiet" icon="again" onClick={place.onCheck}>
                {t("reader.checkAgain")}
              </Button>
            </>
          )}
        </div>
        <Sides place={place} />
        {hasContents && !place.isOpening && (
          <ContentsMenu assetId={assetId} version={place.version} view={view} />
        )}
        {view.pages.value > 0 && hasPages && <Pages view={view} />}
        <Zoom view={view} />
        <IconButton
          icon="search"
          name={t("reader.find")}
          aria-expanded={isFinding}
          onClick={() => setFinding(!isFinding)}
        />
      </div>
      {isFinding && !place.isOpening && (
        <FindBar assetId={assetId} version={place.version} view={view} onClose={() => setFinding(false)} />
      )}
    </>
  );
}

const SIDE_WORDS: Readonly<Record<Side, PlainKey>> = {
  cited: "reader.asCited",
  now: "reader.now",
  both: "reader.both",
};

function Sides({ place: { sides, side, setSide } }: { place: ShownPlace }): VNode | null {
  if (sides.length === 0) return null;
  return (
    <div class="segments" role="group" aria-label={t("reader.view")}>
      {sides.map((each) => (
        <button
          key={each}
          type="button"
          class={each === "both" ? "small only-wide" : "small"}
          aria-pressed={each === side}
          onClick={() => setSide(each)}
        >
          {t(SIDE_WORDS[each])}
        </button>
      ))}
    </div>
  );
}

function Pages({ view }: { view: ReaderView }): VNode {
  const go = (value: string): void => {
    const page = Number.parseInt(value, 10);
    if (!(page >= 1 && page <= view.pages.peek())) return;
    // The same page again must scroll again.
    view.wantedPage.value = null;
    view.wantedPage.value = page;
  };
  return (
    <label class="small muted reader-pages">
      <span class="unseen">{t("reader.toPage")}</span>
      <input
        class="numbers"
        inputMode="numeric"
        size={String(view.pages.value).length}
        value={view.page.value}
        onChange={(event) => go(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
      />
      <span class="numbers">{t("reader.of", { count: view.pages.value })}</span>
    </label>
  );
}

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

function Zoom({ view }: { view: ReaderView }): VNode {
  const now = view.percent.value / 100;
  const smaller = ZOOMS.findLast((zoom) => zoom < now - 0.01);
  const larger = ZOOMS.find((zoom) => zoom > now + 0.01);
  const set = (zoom: number | "fit" | undefined): void => {
    if (zoom === undefined) return;
    view.zoom.value = zoom;
    keptZoom.value = { zoom };
  };
  return (
    <div class="row reader-zoom">
      <IconButton
        icon="minus"
        name={t("reader.zoomOut")}
        disabled={smaller === undefined}
        onClick={() => set(smaller)}
      />
      <button
        type="button"
        class="reader-percent small muted numbers no-phone"
        title={t("reader.zoomFit")}
        onClick={() => set("fit")}
      >
        {t("reader.zoom", { percent: view.percent.value })}
      </button>
      <IconButton
        icon="plus"
        name={t("reader.zoomIn")}
        disabled={larger === undefined}
        onClick={() => set(larger)}
      />
    </div>
  );
}
