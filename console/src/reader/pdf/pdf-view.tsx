import { useSignalEffect } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Popover } from "../../parts/menu/popover.tsx";
import { t } from "../../words/t.ts";
import type { Mark, ReaderView } from "../reader-view.ts";
import type { Place } from "../use-places.ts";
import { dropPdf, enterPdf, type KeptPdf, leavePdf } from "./kept-pdfs.ts";
import { PageTooSlow } from "./drawn-page.ts";
import type { LinkTarget } from "./add-links.ts";
import { ORIGINAL_SCALE, PdfPages } from "./pdf-pages.ts";
import { PdfMarks } from "./pdf-marks.ts";

export interface PdfViewProps {
  /** Names the bytes: another key opens the document anew. */
  readonly id: string;
  readonly address: string;
  readonly bytes: number;
  readonly text: string | null;
  readonly places: readonly Place[] | null;
  readonly mark: Mark | null;
  readonly view: ReaderView;
  readonly label: string;
}

interface OpenLink {
  readonly address: string;
  readonly anchor: HTMLElement;
}

/** The pages of a PDF with the cited words marked. */
export function PdfView({ id, address, bytes, text, places, mark, view, label }: PdfViewProps): VNode {
  const host = useRef<HTMLDivElement>(null);
  const marks = useRef<PdfMarks | null>(null);
  /** The document opens after the first drawing: it must see the props of that moment. */
  const latest = useRef({ mark, text, places });
  latest.current = { mark, text, places };
  const [error, setError] = useState<unknown>(null);
  const [link, setLink] = useState<OpenLink | null>(null);
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const kept = enterPdf(id, address, bytes);
    const shown = show(element, kept, view, {
      onFail: (failed) => {
        if (failed instanceof PageTooSlow) dropPdf(id);
        setError(failed);
      },
      onLink: setLink,
      onMarks: (made) => {
        marks.current = made;
        const { mark: wanted, text: stored, places: known } = latest.current;
        made.set(wanted, stored, known);
      },
    });
    return () => {
      marks.current = null;
      shown();
      leavePdf(kept);
    };
  }, [id]);
  useEffect(() => marks.current?.set(mark, text, places), [mark, text, places]);
  useSignalEffect(() => {
    void view.hits.value;
    marks.current?.showHit(view.hit.value);
  });
  return (
    <>
      <div ref={host} class="reader-scroller pdf" tabIndex={0} role="group" aria-label={label} />
      {error !== null && (
        <p class="reader-note" role="alert">
          {t(error instanceof PageTooSlow ? "reader.slowPage" : "reader.brokenFile")}
        </p>
      )}
      {link !== null && <LinkCard link={link} onClose={() => setLink(null)} />}
    </>
  );
}

/** A link of the document opens only from here, where its whole address stands. */
function LinkCard({ link: { address, anchor }, onClose }: { link: OpenLink; onClose: () => void }): VNode {
  return (
    <Popover anchor={anchor} label={t("reader.linkTo", { address })} onClose={onClose}>
      <div class="link-card column">
        <bdi class="small link-address">{address}</bdi>
        <a href={address} target="_blank" rel="noopener noreferrer" onClick={onClose}>
          {t("reader.openLink")}
        </a>
      </div>
    </Popover>
  );
}

interface Events {
  readonly onFail: (error: unknown) => void;
  readonly onLink: (link: OpenLink | null) => void;
  readonly onMarks: (marks: PdfMarks) => void;
}

/** @returns ends the view */
function show(host: HTMLElement, kept: KeptPdf, view: ReaderView, events: Events): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const stops: (() => void)[] = [];
  const start = async (): Promise<void> => {
    const { pdf } = await kept.open;
    if (signal.aborted) return;
    view.pages.value = pdf.numPages;
    const go = async (target: LinkTarget, anchor: HTMLElement): Promise<void> => {
      if (target.kind === "address") return events.onLink({ address: target.address, anchor });
      const place = await destinationOf(pdf, target.place);
      if (place !== null) pages.showPage(place);
    };
    const pages = new PdfPages(host, pdf, {
      onPage: (page) => (view.page.value = page),
      onScale: (scale) => (view.percent.value = Math.round((100 * scale) / ORIGINAL_SCALE)),
      onWords: (page) => marks.onWords(page),
      onLink: (target, anchor) => void go(target, anchor).catch(() => undefined),
      onError: (error) => {
        if (!signal.aborted) events.onFail(error);
      },
    });
    const marks = new PdfMarks(host, pdf, pages, view);
    stops.push(() => {
      kept.place = { top: host.scrollTop, zoom: view.zoom.peek() };
      marks.end();
      pages.end();
    });
    if (kept.place !== null) view.zoom.value = kept.place.zoom;
    await pages.start((page) => t("reader.pageLabel", { page }));
    if (signal.aborted) return;
    stops.push(
      view.zoom.subscribe((zoom) => pages.setZoom(zoom)),
      view.wantedPage.subscribe((page) => {
        if (page !== null) pages.showPage(page);
      }),
    );
    if (kept.place !== null && view.wantedPage.peek() === null) host.scrollTop = kept.place.top;
    events.onMarks(marks);
  };
  start().catch((error: unknown) => {
    if (!signal.aborted) events.onFail(error);
  });
  return () => {
    ending.abort();
    for (const stop of stops) stop();
  };
}

async function destinationOf(pdf: Awaited<KeptPdf["open"]>["pdf"], place: unknown): Promise<number | null> {
  const destination = typeof place === "string" ? await pdf.getDestination(place) : place;
  const target: unknown = Array.isArray(destination) ? destination[0] : null;
  if (typeof target === "number") return target + 1;
  return typeof target === "object" && target !== null
    ? (await pdf.getPageIndex(target as Parameters<typeof pdf.getPageIndex>[0])) + 1
    : null;
}
