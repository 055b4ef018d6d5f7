import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** When the element goes away with the focus in it, the focus goes back to the element that had it before. */
export function useFocusBack(within: RefObject<HTMLElement | null>): void {
  const before = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = within.current;
    const note = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof HTMLElement && element?.contains(relatedTarget) === false)
        before.current = relatedTarget;
    };
    element?.addEventListener("focusin", note);
    return () => {
      element?.removeEventListener("focusin", note);
      if (element?.contains(document.activeElement) === true) before.current?.focus();
    };
  }, []);
}
