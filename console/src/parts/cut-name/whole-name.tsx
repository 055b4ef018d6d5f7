import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { placeBeside } from "../menu/place-beside.ts";

interface Cut {
  readonly names: readonly string[];
  readonly beside: Element;
}

/**
 * Shows the whole of cut names beside the element that has the keyboard's focus. The pointer gets a name from
 * the title, which browsers show on hover alone.
 */
export function WholeName(): VNode | null {
  const [cut, setCut] = useState<Cut | null>(null);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void =>
      setCut(target instanceof Element ? cutIn(target) : null);
    const hide = (): void => setCut(null);
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") hide();
    };
    document.addEventListener("pointerover", giveTitle);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", hide);
    document.addEventListener("keydown", onKey);
    document.addEventListener("scroll", hide, true);
    return () => {
      document.removeEventListener("pointerover", giveTitle);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("scroll", hide, true);
    };
  }, []);
  useEffect(() => {
    if (card.current === null || cut === null) return;
    card.current.showPopover();
    placeBeside(card.current, cut.beside);
  }, [cut]);
  if (cut === null) return null;
  return (
    <div ref={card} class="whole-name" popover="manual" aria-hidden="true">
      {cut.names.map((name) => (
        <p key={name}>
          <bdi>{name}</bdi>
        </p>
      ))}
    </div>
  );
}

/** A page or a list takes the focus as a whole, and has too many names to show. */
const REGIONS = "main, section, dialog, [role=region]";

/** The cut names in an element that the keyboard has focused. */
function cutIn(focused: Element): Cut | null {
  if (!focused.matches(":focus-visible") || focused.matches(REGIONS)) return null;
  const own = focused.matches(".cut, [title]") ? [focused] : [];
  const cut = [...own, ...focused.querySelectorAll(".cut")].filter(isCut);
  const [beside] = cut;
  return beside === undefined ? null : { names: [...new Set(cut.map(nameOf))], beside };
}

/** The title of a cut name that has none. The text may be another one the next time. */
function giveTitle({ target }: PointerEvent): void {
  const cut = target instanceof Element ? target.closest<HTMLElement>(".cut") : null;
  if (cut === null || !isCut(cut) || cut.closest(`[title]:not([${GIVEN}])`) !== null) return;
  cut.title = cut.textContent.trim();
  cut.setAttribute(GIVEN, "");
}

const GIVEN = "data-whole";

function isCut({ scrollWidth, clientWidth }: Element): boolean {
  return clientWidth > 0 && scrollWidth > clientWidth;
}

function nameOf(cut: Element): string {
  const titled = cut.closest(`[title]:not([${GIVEN}])`);
  return titled?.getAttribute("title") ?? cut.textContent.trim();
}
