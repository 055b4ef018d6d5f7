import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { placeBeside } from "./place-beside.ts";

/** A card beside an element while it is mounted. It takes no focus and closes by `onClose` (Esc, a click elsewhere). */
export function Popover({
  anchor,
  label,
  onClose,
  children,
}: {
  anchor: Element;
  label: string;
  onClose: () => void;
  children: ComponentChildren;
}): VNode {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = card.current;
    if (element === null) return;
    element.showPopover();
    const place = (): void => placeBeside(element, anchor);
    place();
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape") onClose();
    };
    const onPointer = (event: PointerEvent): void => {
      const target = event.target as Node;
      if (!element.contains(target) && !anchor.contains(target)) onClose();
    };
    const resized = new ResizeObserver(place);
    resized.observe(element);
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPointer);
    document.addEventListener("scroll", place, true);
    return () => {
      resized.disconnect();
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPointer);
      document.removeEventListener("scroll", place, true);
    };
  }, [anchor]);
  return (
    <div ref={card} class="popover" popover="manual" role="group" aria-label={label}>
      {children}
    </div>
  );
}
