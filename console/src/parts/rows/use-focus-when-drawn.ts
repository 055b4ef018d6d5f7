import type { RefObject } from "preact";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";

interface Wanted {
  readonly selector: string;
  /** The element that had the focus when the key was pressed. */
  readonly from: Element | null;
}

/**
 * Moves the focus within a list that draws only some of its elements. The focus moves in the next drawing, before
 * the browser handles another key. An element outside of the window gets it when scrolling draws the element.
 * It stays where it is if the person moved it meanwhile.
 * @returns focuses the element of a CSS selector
 */
export function useFocusWhenDrawn(within: RefObject<HTMLElement | null>): (selector: string) => void {
  const [, draw] = useReducer((version: number) => version + 1, 0);
  const wanted = useRef<Wanted | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const { selector, from } = wanted.current;
    const { activeElement, body } = document;
    const hasMoved = activeElement !== from && activeElement !== body;
    const element = hasMoved ? null : within.current?.querySelector<HTMLElement>(selector);
    element?.focus();
    if (hasMoved || element instanceof HTMLElement) wanted.current = null;
  });
  return (selector) => {
    wanted.current = { selector, from: document.activeElement };
    draw(0);
  };
}
