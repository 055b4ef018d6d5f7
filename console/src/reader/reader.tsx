import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { query, useQuery } from "../data/cache.ts";
import type { Locator } from "../data/client.ts";
import { t } from "../words/t.ts";
import { copy, type Quotation, quotationHtml, quotationText } from "./quotation.ts";
import { originalKindOf, textKindOf } from "./original-kind.ts";
import { DocumentBody } from "./document-body.tsx";
import { placeWords } from "./place-words.ts";
import { OriginLine } from "./origin-line.tsx";
import { ReaderFoot } from "./reader-foot.tsx";
import { ReaderHead } from "./reader-head.tsx";
import { ReaderLine } from "./reader-line.tsx";
import type { ReaderProps } from "./reader-props.ts";
import { createReaderView } from "./reader-view.ts";
import { type ShownPlace, useShownPlace } from "./shown-place.ts";
import { locatorAt, usePlaces } from "./use-places.ts";
import { useStoredText } from "./use-stored-text.ts";
import { useReaderKeys } from "./reader-keys.ts";

/**
 * A document at the cited words, with the state of the citation. It fills the third column of a thread, or a
 * page of its own.
 */
export function Reader(props: ReaderProps): VNode {
  const { assetId, ordinal, onClose } = props;
  const view = useMemo(
    () => createReaderView(props.page),
    [assetId, props.version, props.start, props.end, props.page],
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const asset = useQuery(query("/v1/assets/{assetID}", { params: { assetID: assetId } }));
  const hasText = asset.data !== null && asset.data.extractionStrategy !== "";
  const place = useShownPlace(props, hasText);
  const [wantsText, setWantsText] = useState(false);
  useEffect(() => {
    setWantsText(false);
    if (ordinal > 0) heading.current?.focus({ preventScroll: true });
  }, [assetId, props.start, ordinal]);

  const original = asset.data === null ? null : originalKindOf(asset.data);
  // The original is today's file: only the words of today's text can stand in it.
  const hasOriginal = original !== null && place.isCurrent;
  const lostName = place.state === "gone" ? t("reader.goneText") : "";
  const name = asset.data?.displayName || place.name || lostName;
  const cited = useCited(props, place);
  const quotation: Quotation | null =
    cited.quote === "" ? null : quotationOf(props, cited.quote, name, placeWords(cited.locator));
  const copyQuote = (): void => {
    if (quotation !== null) void copy(quotationText(quotation), quotationHtml(quotation));
  };
  useReaderKeys({ onCopy: copyQuote });
  return (
    <div
      class="reader column"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || onClose === undefined) return;
        event.preventDefault();
        onClose();
      }}
    >
      {(ordinal > 0 || onClose !== undefined) && (
        <ReaderHead {...props} name={name} address={addressOf(props)} heading={heading} />
      )}
      <ReaderLine
        place={place}
        view={view}
        assetId={assetId}
        hasContents={
          hasText && asset.data !== null && textKindOf(asset.data) === "blocks" && (!hasOriginal || wantsText)
        }
        hasPages={original === "pdf" && hasOriginal && !wantsText}
      />
      {asset.data !== null && <OriginLine asset={asset.data} />}
      <DocumentBody
        assetId={assetId}
        asset={asset}
        place={place}
        view={view}
        original={hasOriginal && !wantsText ? original : null}
        hasText={hasText}
        onWantText={hasOriginal ? () => setWantsText(true) : null}
      />
      <ReaderFoot
        asset={asset.data}
        onCopyQuote={quotation === null ? null : copyQuote}
        link={linkOf(props)}
        isText={wantsText}
        onView={hasOriginal && hasText ? setWantsText : null}
      />
      <span class="unseen" id="reader-quote">
        {cited.quote !== "" && t("reader.quoteIs", { quote: cited.quote })}
      </span>
    </div>
  );
}

/** The quote and its place: from the citation, or from the stored text at the offsets. */
function useCited(
  { assetId, start, end, quote }: ReaderProps,
  { version, locator, isOpening }: ShownPlace,
): { readonly quote: string; readonly locator: Locator | null } {
  const isWanted = end > start && !isOpening && (quote === "" || locator === null);
  const text = useStoredText(assetId, isWanted ? version : null).data?.text;
  const known = usePlaces(assetId, isWanted ? version : null, start).data;
  if (text === undefined) return { quote, locator };
  return {
    quote: quote === "" ? text.slice(start, end) : quote,
    locator: locator ?? (known === null ? null : locatorAt(known.places, text, start)),
  };
}

/** The address of the place alone. */
function addressOf({ assetId, version, start, end }: ReaderProps): string {
  const place = end > start ? `at=${String(start)}-${String(end)}` : "";
  const query = [version === "" ? "" : `v=${version}`, place].filter((part) => part !== "").join("&");
  return `/d/${assetId}${query === "" ? "" : `?${query}`}`;
}

/** This place in this thread, or the place alone. */
function linkOf(props: ReaderProps): string {
  const { threadId, citationId } = props;
  const path =
    threadId === undefined || citationId === undefined ? addressOf(props) : `/t/${threadId}?s=${citationId}`;
  return `${location.origin}${path}`;
}

function quotationOf(props: ReaderProps, quote: string, name: string, where: string): Quotation {
  return {
    quote,
    source: where === "" ? name : t("reader.place", { name, place: where }),
    address: `${location.origin}${addressOf(props)}`,
  };
}
