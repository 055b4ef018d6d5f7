import { signal } from "@preact/signals";
import type { FunctionComponent, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { toast, undoShown } from "../toast/toasts.ts";
import { actions, hasLetterKeys } from "./actions.ts";
import { later } from "../later/later.tsx";
import { keyPress } from "./key-press.ts";

const KeyHelp = later(async () => (await import("./key-help.tsx")).KeyHelp);

/** Time between the two letters of "go to" in milliseconds. */
const SECOND_LETTER_MS = 1_500;
const PLACES: Readonly<Record<string, string>> = { h: "/", l: "/library", t: "/threads", s: "/search" };
const REGIONS = "nav.side a, #content, section.aside";

/** What the keys opened. */
export const opened = signal<"palette" | "help" | null>(null);

/** Listens to the keys that work on every page. */
export function GlobalKeys(): VNode | null {
  const { route } = useLocation();
  const goAt = useRef(0);
  const [Palette, setPalette] = useState<FunctionComponent<{ onClose: () => void }> | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const press = keyPress(event, isField(event.target), hasLetterKeys.value);
      if (press === null || (press !== "palette" && document.querySelector("dialog[open]") !== null)) return;
      if (typeof press === "string") {
        if (press === "undo" && toast.peek()?.undo === undefined) return;
        event.preventDefault();
        if (press === "palette" || press === "help") opened.value = press;
        else if (press === "undo") undoShown();
        else focusRegion(press === "next-region" ? 1 : -1);
        return;
      }
      const isSecond = Date.now() - goAt.current < SECOND_LETTER_MS;
      goAt.current = press.letter === "g" && !isSecond ? Date.now() : 0;
      const place = isSecond ? PLACES[press.letter] : undefined;
      const action = [...actions.value.values()].flat().find(({ key }) => key === press.letter);
      if (place === undefined && (isSecond || action === undefined)) return;
      event.preventDefault();
      if (place === undefined) action?.run();
      else route(place);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [route]);
  const close = (): void => {
    opened.value = null;
  };
  const isPalette = opened.value === "palette";
  useEffect(() => {
    // The palette is a chunk of its own, loaded at its first use.
    if (isPalette) void import("../palette/palette.tsx").then((loaded) => setPalette(() => loaded.Palette));
  }, [isPalette]);
  if (opened.value === "help") return <KeyHelp onClose={close} />;
  return isPalette && Palette !== null ? <Palette onClose={close} /> : null;
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"))
  );
}

/** Moves the focus to the side bar, the page or the reader. */
function focusRegion(step: 1 | -1): void {
  const firsts = new Map<Element, HTMLElement>();
  for (const element of document.querySelectorAll<HTMLElement>(REGIONS)) {
    const region = element.closest("nav.side, #content, section.aside");
    if (region !== null && !firsts.has(region) && element.checkVisibility()) firsts.set(region, element);
  }
  const regions = [...firsts.keys()];
  const here = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[(here + step + regions.length) % regions.length];
  const target = next === undefined ? undefined : firsts.get(next);
  const focusable =
    target?.matches("a") === true
      ? target
      : (target?.querySelector<HTMLElement>("a, button, [tabindex='0']") ?? target);
  focusable?.focus();
}
