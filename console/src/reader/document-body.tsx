import type { ComponentType, VNode } from "preact";
import { useCallback, useMemo, useState } from "preact/hooks";
import type { Entry } from "../data/cache.ts";
import type { DataOf } from "../data/client.ts";
import { Empty } from "../parts/empty/empty.tsx";
import { ErrorState } from "../parts/empty/error-state.tsx";
import { Skeleton } from "../parts/skeleton/skeleton.tsx";
import { formatDateTime } from "../words/formats.ts";
import { t } from "../words/t.ts";
import { Picture } from "./media/picture.tsx";
import { type Moment, Sound } from "./media/sound.tsx";
import { mediaTypeOf, type OriginalKind, textKindOf } from "./original-kind.ts";
import { createReaderView, type Mark, type ReaderView } from "./reader-view.ts";
import type { ShownPlace } from "./shown-place.ts";
import { useLoading, useStoredText } from "./use-stored-text.ts";
import { locatorAt, type Place, type Places, usePlaces } from "./use-places.ts";

type Asset = DataOf<"GET", "/v1/assets/{assetID}">;

/** The document itself, in the view of its format, or why it is not there. */
export function DocumentBody({
  assetId,
  asset,
  place,
  view,
  original,
  hasText,
  onWantText,
}: {
  assetId: string;
  asset: Entry<Asset>;
  place: ShownPlace;
  view: ReaderView;
  /** The view of the original; null for the stored text. */
  original: OriginalKind | null;
  hasText: boolean;
  onWantText: (() => void) | null;
}): VNode {
  // Hits of the search are offsets in the text as cited.
  const other = useMemo(() => createReaderView(), [assetId, place.currentVersion]);
  if (place.state === "gone") return <Gone quote={place.quote} />;
  if (asset.data === null)
    return asset.error === null ? <Skeleton lines={8} /> : <ErrorState error={asset.error} />;
  if (!hasText && original !== "pdf") return <Textless asset={asset.data} original={original} />;
  if (hasText && place.isOpening) return <Skeleton lines={8} />;
  return (
    <div
      class={`reader-body column grow ${place.side === "both" ? "is-split" : ""}`}
      aria-describedby="reader-quote"
      data-mark={place.end > place.start ? view.markState.value : "none"}
      data-place={`${String(place.start)}-${String(place.end)}`}
    >
      {place.side === "both" ? (
        <>
          <TextSide {...{ assetId, asset: asset.data, view, place }} label={t("reader.asCited")} />
          <TextSide
            {...{ assetId, asset: asset.data, view: other }}
            place={{ ...place, version: place.currentVersion, start: 0, end: 0 }}
            label={t("reader.now")}
          />
        </>
      ) : original === "pdf" ? (
        <PdfSide {...{ assetId, asset: asset.data, view, place }} />
      ) : (
        <MediaSide {...{ assetId, asset: asset.data, view, place, original }} />
      )}
      {view.markState.value === "missing" && place.end > place.start && (
        <p class="reader-note row" role="status">
          <span class="grow">{t(original === "pdf" ? "reader.unmarked" : "reader.unmarkedText")}</span>
          {original === "pdf" && onWantText !== null && (
            <button type="button" class="button small" onClick={onWantText}>
              {t("reader.showText")}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** A document that has no text: the original where the browser can show it, and why there is no text. */
function Textless({ asset, original }: { asset: Asset; original: OriginalKind | null }): VNode {
  const media = { address: asset.signedURL, type: mediaTypeOf(asset) ?? "", name: asset.displayName };
  const reason = asset.failureReason || asset.processingMessage;
  return (
    <div class="reader-body column grow" data-mark="none">
      {original === "picture" && <Picture {...media} />}
      {original === "sound" && <Sound {...media} moment={null} />}
      <Empty>{reason === "" ? t("reader.noText") : <bdi lang="en">{reason}</bdi>}</Empty>
    </div>
  );
}

function Gone({ quote }: { quote: string }): VNode {
  return (
    <div class="reader-body grow">
      <blockquote class="gone-quote">{quote === "" ? t("reader.goneText") : quote}</blockquote>
    </div>
  );
}

interface SideProps {
  readonly assetId: string;
  readonly asset: Asset;
  readonly view: ReaderView;
  readonly place: ShownPlace;
}

/** The stored text, beside its picture or below its sound. */
function MediaSide({ original, ...props }: SideProps & { original: OriginalKind | null }): VNode {
  const { assetId, asset, place } = props;
  const type = mediaTypeOf(asset) ?? "";
  // Without a citation, the places of the text tell the time of the words.
  const stored = useStoredText(assetId, place.version);
  const known = usePlaces(assetId, place.version, place.start);
  const locator = useMark(place, stored.data?.text ?? null, known.data)?.locator ?? null;
  const cited = locator?.kind === "time" ? locator.start : null;
  const [moment, setMoment] = useState<Moment | null>(null);
  const onTime = useCallback(
    (seconds: number) => setMoment((before) => ({ seconds, asked: (before?.asked ?? 0) + 1 })),
    [],
  );
  const media = { address: asset.signedURL, type, name: asset.displayName };
  return (
    <>
      {original === "picture" && <Picture {...media} />}
      {original === "sound" && (
        <Sound {...media} moment={moment ?? (cited === null ? null : { seconds: cited, asked: 0 })} />
      )}
      <TextSide {...props} label={t("reader.text")} onTime={original === "sound" ? onTime : null} />
    </>
  );
}

function TextSide({
  assetId,
  asset,
  view,
  place,
  label,
  onTime = null,
}: SideProps & { label: string; onTime?: ((seconds: number) => void) | null }): VNode {
  const stored = useStoredText(assetId, place.version);
  const known = usePlaces(assetId, place.version, place.start);
  const TextView = useView("text", async () => (await import("./text/text-view.tsx")).TextView);
  const mark = useMark(place, stored.data?.text ?? null, known.data);
  if (stored.error !== null) return <ErrorState error={stored.error} />;
  const isReady = known.data !== null || known.error !== null;
  if (stored.data === null || TextView === null || !isReady) return <Skeleton lines={8} />;
  const { text, version } = stored.data;
  return (
    <div class="reader-side column grow">
      {HAS_OTHER_TEXTS.has(place.state) && known.data !== null && (
        <p class="reader-note reader-version small">
          {t("reader.textOf", { date: formatDateTime(known.data.readAt), version: version.slice(0, 8) })}
        </p>
      )}
      <TextView
        key={`${version} ${String(place.start)}-${String(place.end)}`}
        text={text}
        kind={textKindOf(asset)}
        strategy={asset.extractionStrategy}
        places={known.data?.places ?? NO_PLACES}
        mark={mark}
        view={view}
        label={label}
        onTime={onTime}
      />
    </div>
  );
}

/** States in which the reader says which text it shows. */
const HAS_OTHER_TEXTS: ReadonlySet<ShownPlace["state"]> = new Set(["moved", "changed", "older"]);

const NO_PLACES: readonly Place[] = [];

function PdfSide({ assetId, asset, view, place }: SideProps): VNode {
  // A scan has pages and no text.
  const version = asset.extractionStrategy === "" ? null : place.version;
  const stored = useStoredText(assetId, version);
  const known = usePlaces(assetId, version, place.start);
  const PdfView = useView("pdf", async () => (await import("./pdf/pdf-view.tsx")).PdfView);
  const text = stored.data?.text ?? null;
  const mark = useMark(place, text, known.data);
  if (PdfView === null) return <Skeleton lines={8} />;
  return (
    <PdfView
      id={`${assetId} ${String(asset.fileSize)} ${asset.metadata.uploadedAt ?? ""}`}
      address={asset.signedURL}
      bytes={asset.fileSize}
      text={text}
      places={known.error === null ? (known.data?.places ?? null) : NO_PLACES}
      mark={mark}
      view={view}
      label={asset.displayName}
    />
  );
}

/**
 * The quote is the text at its offsets: a citation that says something else is not marked. Its place comes
 * from the citation, or from the places of the text.
 */
function useMark(
  { start, end, quote, locator }: ShownPlace,
  text: string | null,
  known: Places | null,
): Mark | null {
  return useMemo(() => {
    if (end <= start) return null;
    const written = text?.slice(start, end) ?? quote;
    if (written === "") return null;
    const place = locator ?? (known === null ? null : locatorAt(known.places, text ?? "", start));
    return { start, end, quote: quote === "" ? written : quote, locator: place };
  }, [start, end, quote, text, known, JSON.stringify(locator)]);
}

/** The view of a format, from its own chunk. */
function useView<P>(name: string, load: () => Promise<ComponentType<P>>): ComponentType<P> | null {
  return useLoading(name, load).data;
}
