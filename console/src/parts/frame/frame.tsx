import type { ComponentChildren, VNode } from "preact";
import { useLocation } from "preact-iso";
import { GlobalKeys, opened } from "../keys/global-keys.tsx";
import { WholeName } from "../cut-name/whole-name.tsx";
import { t } from "../../words/t.ts";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/icon-paths.ts";
import { StatusRegion } from "../status/status.tsx";
import { ToastView } from "../toast/toast-view.tsx";
import { MoveSlot } from "../move-dialog/move-slot.tsx";
import { UploadSlot } from "../upload-tray/upload-slot.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { LibraryLinks } from "./library-links.tsx";
import { asideWidth, hasAside, SIDE_MAX_PX, SIDE_MIN_PX, sideWidth } from "./widths.ts";
import { ResizeEdge } from "./resize-edge.tsx";
import { SessionDialog } from "./session-dialog.tsx";

interface Place {
  readonly href: string;
  readonly icon: IconName;
  readonly label: () => string;
}

const HOME: Place = { href: "/", icon: "home", label: () => t("nav.home") };
const LIBRARY: Place = { href: "/library", icon: "folder", label: () => t("nav.library") };
const THREADS: Place = { href: "/threads", icon: "thread", label: () => t("nav.threads") };
const SEARCH: Place = { href: "/search", icon: "search", label: () => t("nav.search") };
const DELETED: Place = { href: "/deleted", icon: "trash", label: () => t("nav.deleted") };
const SETTINGS: Place = { href: "/settings/profile", icon: "settings", label: () => t("nav.settings") };

/** Side bar, rail or bottom bar around the page, by the width of the window. */
export function Frame({ children }: { children: ComponentChildren }): VNode {
  const style = { "--side-width": `${sideWidth.value}px`, "--aside-width": `${asideWidth.value}px` };
  return (
    <div class={`frame ${hasAside.value ? "has-aside" : ""}`} style={style}>
      <a class="skip" href="#content">
        {t("nav.skip")}
      </a>
      <SideBar />
      {children}
      <BottomBar />
      <SessionDialog />
      <GlobalKeys />
      <StatusRegion />
      <UploadSlot />
      <MoveSlot />
      <ToastView />
      <WholeName />
    </div>
  );
}

function SideBar(): VNode {
  return (
    <nav class="side column" aria-label={t("nav.workspace")}>
      <AccountMenu />
      <button
        type="button"
        class="side-find row"
        title={t("nav.find")}
        onClick={() => (opened.value = "palette")}
      >
        <Icon name="search" />
        <span class="grow cut unfolded">{t("nav.find")}</span>
        <kbd class="unfolded">Ctrl K</kbd>
      </button>
      <Places places={[HOME, THREADS, SEARCH]} />
      <div class="side-library grow unfolded">
        <h3>
          <a href="/library">{t("nav.library")}</a>
        </h3>
        <LibraryLinks />
      </div>
      <Places places={[LIBRARY]} class="folded" />
      <div class="side-foot">
        <Places places={[DELETED, SETTINGS]} />
      </div>
      <ResizeEdge width={sideWidth} min={SIDE_MIN_PX} max={SIDE_MAX_PX} label={t("nav.width")} side="start" />
    </nav>
  );
}

function Places({ places, class: given = "" }: { places: readonly Place[]; class?: string }): VNode {
  const { path } = useLocation();
  return (
    <ul class={`places ${given}`}>
      {places.map(({ href, icon, label }) => (
        <li key={href}>
          <a href={href} title={label()} {...(isHere(path, href) ? { "aria-current": "page" as const } : {})}>
            <Icon name={icon} />
            <span class="unfolded cut">{label()}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function BottomBar(): VNode {
  const { path } = useLocation();
  return (
    <nav class="bottom-bar" aria-label={t("nav.places")}>
      {[HOME, LIBRARY, THREADS, SEARCH].map(({ href, icon, label }) => (
        <a key={href} href={href} {...(isHere(path, href) ? { "aria-current": "page" as const } : {})}>
          <Icon name={icon} />
          {label()}
        </a>
      ))}
    </nav>
  );
}

const PARTS: Readonly<Record<string, string>> = { c: "library", d: "library", t: "threads" };

function isHere(path: string, href: string): boolean {
  const first = (address: string): string => address.split("/")[1] ?? "";
  const here = first(path);
  return (PARTS[here] ?? here) === first(href);
}
