import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { placeBeside } from "../menu/place-beside.ts";

interface Cut {
  readonly name: string;
  readonly beside: Element;
}

/**
 * Shows the whole of a cut name beside the element that has the keyboard's focus. The pointer gets it from
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
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", hide);
    document.addEventListener("keydown", onKey);
    document.addEventListener("scroll", hide, true);
    return () => {
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
      <bdi>{cut.name}</bdi>
    </div>
  );
}

/** The first cut name in an element that the keyboard has focused. */
function cutIn(focused: Element): Cut | null {
  if (!focused.matches(":focus-visible")) return null;
  const titled = [focused, ...focused.querySelectorAll("[title]")].filter((each) =>
    each.hasAttribute("title"),
  );
  const beside = titled.find((each) =>
    [each, ...each.querySelectorAll(".cut")].some(
      ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
    ),
  );
  return beside === undefined ? null : { name: beside.getAttribute("title") ?? "", beside };
}
