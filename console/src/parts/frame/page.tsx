import type { ComponentChildren, VNode } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { isAway } from "../../data/is-away.ts";
import { notePlace } from "../keys/places.ts";
import { t } from "../../words/t.ts";
import { Banner } from "../banner/banner.tsx";
import { asideWidth, ASIDE_MIN_PX, hasAside } from "./widths.ts";
import { keepScroll } from "./keep-scroll.ts";
import { ResizeEdge } from "./resize-edge.tsx";

export interface Crumb {
  readonly label: string;
  readonly href: string;
}

/**
 * A page in the frame: header, banner, content and, with `aside`, a third column. The title stands in the
 * header and in the browser's tab.
 */
export function Page({
  title,
  crumbs = [],
  actions,
  banner,
  aside = null,
  asideLabel = "",
  children,
  isTitleShown = true,
}: {
  title: string;
  /** The path to the page, the topmost first. */
  crumbs?: readonly Crumb[];
  /** Who may read, Share, Add, More. */
  actions?: ComponentChildren;
  banner?: ComponentChildren;
  aside?: ComponentChildren | null;
  asideLabel?: string;
  children: ComponentChildren;
  /** Without it the page draws its own `h1`. */
  isTitleShown?: boolean;
}): VNode {
  const isOpen = aside !== null && aside !== undefined && aside !== false;
  useEffect(() => {
    notePlace(title, location.pathname);
    document.title = title === "" ? t("app.name") : `${title} – ${t("app.name")}`;
  }, [title]);
  useEffect(() => {
    hasAside.value = isOpen;
    return () => {
      hasAside.value = false;
    };
  }, [isOpen]);
  const main = useRef<HTMLElement>(null);
  // Before another key: a later focus would take away one that the person moved.
  useLayoutEffect(() => focusNewPage(main.current), []);
  const content = useRef<HTMLDivElement>(null);
  const { url } = useLocation();
  useEffect(() => (content.current === null ? undefined : keepScroll(content.current)), [url]);
  const hasHeader = isTitleShown || crumbs.length > 0 || actions !== undefined;
  return (
    <>
      <main ref={main} class="page column" id="content" tabIndex={-1}>
        {hasHeader && (
          <header class="page-header row">
            <Crumbs crumbs={crumbs} />
            {isTitleShown ? (
              <h1 class="grow cut" title={title}>
                <bdi>{title}</bdi>
              </h1>
            ) : (
              <span class="grow" />
            )}
            {actions}
          </header>
        )}
        {banner ?? (isAway.value ? <Banner kind="plain">{t("error.offline")}</Banner> : null)}
        <div ref={content} class="page-content grow">
          {children}
        </div>
      </main>
      {isOpen && (
        <section class="aside column" aria-label={asideLabel}>
          <ResizeEdge
            width={asideWidth}
            min={ASIDE_MIN_PX}
            max={Math.max(ASIDE_MIN_PX, window.innerWidth - ASIDE_MIN_PX)}
            label={asideLabel}
            side="end"
          />
          {aside}
        </section>
      )}
    </>
  );
}

/** Whether the browser itself has put the focus: it has loaded the page. */
let isFirst = true;

/** The element that had the focus when the page on its way began to load. */
let focusedBefore: Element | null = null;

/** Call it when a page begins to load. */
export function noteFocus(): void {
  focusedBefore = document.activeElement;
}

/**
 * After a click on a link, the focus goes to the new page, unless a field of it has the focus. The person may
 * also have moved the focus while the page was loaded.
 */
function focusNewPage(main: HTMLElement | null): void {
  const { activeElement, body } = document;
  const hasMoved = focusedBefore !== null && activeElement !== focusedBefore && activeElement !== body;
  if (!isFirst && !hasMoved && main !== null && !main.contains(activeElement))
    main.focus({ preventScroll: true });
  isFirst = false;
  focusedBefore = null;
}

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }): VNode | null {
  if (crumbs.length === 0) return null;
  return (
    <ol class="crumbs row small">
      {crumbs.map(({ label, href }) => (
        <li key={href} class="row cut">
          <a class="cut" href={href}>
            <bdi>{label}</bdi>
          </a>
          <span aria-hidden="true">/</span>
        </li>
      ))}
    </ol>
  );
}
